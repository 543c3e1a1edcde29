-- The index of the words of posts. A worker fills it from the oldest posts to the newest (packages/db/src/search).

-- How far it got: posts up to this ID, and edited or late posts up to this time, have places in it. One row.
CREATE TABLE "search_progress" (
    "id" INTEGER NOT NULL,
    "batches" INTEGER NOT NULL DEFAULT 0,
    "up_to" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "changes_up_to" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "search_progress_pkey" PRIMARY KEY ("id")
);

INSERT INTO "search_progress" ("id", "changes_up_to") VALUES (1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);

-- A block has 65,536 places for posts.
CREATE TABLE "search_blocks" (
    "block" INTEGER NOT NULL,
    "min_id" TEXT COLLATE "C" NOT NULL,
    "max_id" TEXT COLLATE "C" NOT NULL,
    "is_merged" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "search_blocks_pkey" PRIMARY KEY ("block")
);

-- The IDs of the posts in the 2,048 places of a batch, of which a block has 32. Uncompressed, so that parts of it can be read.
-- Earlier batches have no later IDs than `after_id`.
CREATE TABLE "search_batches" (
    "batch" INTEGER NOT NULL,
    "after_id" TEXT COLLATE "C" NOT NULL,
    "min_id" TEXT COLLATE "C" NOT NULL,
    "ids" BYTEA NOT NULL,

    CONSTRAINT "search_batches_pkey" PRIMARY KEY ("batch")
);

ALTER TABLE "search_batches" ALTER COLUMN "ids" SET STORAGE EXTERNAL;

-- The places in a block whose posts have a term, of two bytes each. One row per batch (1 to 32) until the block is full, then
-- one (0), or a bitmap (-1) if that is shorter.
CREATE TABLE "search_words" (
    "block" INTEGER NOT NULL,
    "term" TEXT COLLATE "C" NOT NULL,
    "batch" SMALLINT NOT NULL,
    "places" BYTEA NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("block", "term", "batch")
);

ALTER TABLE "search_words" ALTER COLUMN "places" SET STORAGE EXTERNAL;
