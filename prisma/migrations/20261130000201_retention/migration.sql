-- How many days posts are stored. Null: as the team or the server says. 0: forever.
ALTER TABLE "teams" ADD COLUMN "post_days" INTEGER;
ALTER TABLE "channels" ADD COLUMN "post_days" INTEGER;

-- How far the deletion of old posts got: in which channel (empty between two rounds), and after which of its IDs.
-- Its last complete round began at done_at. One row.
CREATE TABLE "retention_progress" (
    "id" INTEGER NOT NULL,
    "channel_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "after_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "begun_at" BIGINT NOT NULL DEFAULT 0,
    "done_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "retention_progress_pkey" PRIMARY KEY ("id")
);

INSERT INTO "retention_progress" ("id") VALUES (1);

-- Posts of the block that were deleted since words were last removed from it, at the time `shrunk_at`.
ALTER TABLE "search_blocks"
    ADD COLUMN "deleted" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "shrunk_at" BIGINT NOT NULL DEFAULT 0;
