-- Words of the newest block wait here until it is full. Then they move to search_words, which is therefore written in the order of
-- its key and stays dense. A child, so that the running version, which reads and merges search_words, sees them, too.
CREATE TABLE "search_fresh_words" (
    CONSTRAINT "search_fresh_words_pkey" PRIMARY KEY ("block", "term", "batch")
) INHERITS ("search_words");

-- The table has millions of rows. Its room is free for others before a fifth of them is deleted.
ALTER TABLE "search_words" SET (autovacuum_vacuum_scale_factor = 0.05);
