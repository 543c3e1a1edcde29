-- The words of posts, with their channel, author and parts as further words. Partitions are ranges of IDs without gaps, which a
-- worker creates and merges (packages/db/src/search).
CREATE TABLE "search_vectors" (
    "id" TEXT COLLATE "C" NOT NULL,
    "vector" tsvector NOT NULL,

    CONSTRAINT "search_vectors_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

CREATE INDEX "search_vectors_vector_idx" ON "search_vectors" USING gin ("vector") WITH (fastupdate = off);

-- Edited and late posts up to this time, in milliseconds, are in search_vectors as they are now. One row.
CREATE TABLE "search_changes" (
    "id" INTEGER NOT NULL,
    "up_to" BIGINT NOT NULL,

    CONSTRAINT "search_changes_pkey" PRIMARY KEY ("id")
);

INSERT INTO "search_changes" ("id", "up_to") VALUES (1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);

-- The running version still uses its index of words, so a worker drops it later (packages/db/src/migrations/drop-old-index.ts).
-- A new installation, which has no team yet, has no other version.
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM "teams") THEN
        DROP TABLE "search_fresh_words", "search_words", "search_batches", "search_blocks", "search_progress";
    END IF;
END $$;
