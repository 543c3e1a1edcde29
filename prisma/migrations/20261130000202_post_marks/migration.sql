-- How many live posts a channel has from one mark to the next, with and without replies, so that a deep page is found by adding up.
-- The first mark of a channel has an empty ID. A worker fills it from the oldest posts to the newest (packages/db/src/marks).
CREATE TABLE "post_marks" (
    "channel_id" TEXT COLLATE "C" NOT NULL,
    "first_id" TEXT COLLATE "C" NOT NULL,
    "posts" INTEGER NOT NULL,
    "roots" INTEGER NOT NULL,

    CONSTRAINT "post_marks_pkey" PRIMARY KEY ("channel_id", "first_id")
) WITH (fillfactor = 70);

-- Posts up to this ID are counted, and deletions and late posts up to this time. One row.
CREATE TABLE "post_mark_progress" (
    "id" INTEGER NOT NULL,
    "up_to" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "changes_up_to" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "post_mark_progress_pkey" PRIMARY KEY ("id")
);

INSERT INTO "post_mark_progress" ("id", "changes_up_to") VALUES (1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
