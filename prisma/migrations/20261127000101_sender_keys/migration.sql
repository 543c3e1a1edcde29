-- The posts that senders name by keys of their own. Only a key's SHA-256 is stored. The row outlives its post's deletion,
-- and for a day the key's closing, so that a late delivery never restores an older state. Room in each page keeps most
-- updates out of the indexes.
CREATE TABLE "delivery_keys" (
    "hook_id" TEXT COLLATE "C" NOT NULL,
    "channel_id" TEXT COLLATE "C" NOT NULL,
    "digest" BYTEA NOT NULL,
    "post_id" TEXT COLLATE "C" NOT NULL,
    "applied_id" TEXT COLLATE "C" NOT NULL,
    "used_at" BIGINT NOT NULL,
    "closed_at" BIGINT NOT NULL DEFAULT 0,
    "version" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "delivery_keys_pkey" PRIMARY KEY ("hook_id", "channel_id", "digest")
) WITH (fillfactor = 80);

-- For the limit of live keys per hook, and for removing unused ones.
CREATE INDEX "delivery_keys_hook_id_used_at_idx" ON "delivery_keys" ("hook_id", "used_at");

-- The delivery that made a post's current text, if it is not the one that created the post.
ALTER TABLE "posts" ADD COLUMN "delivery_id" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- The earlier versions of a post.
CREATE INDEX "posts_original_id_id_idx" ON "posts" ("original_id", "id") WHERE "original_id" <> '';

-- What a delivery changed: the post that it updated, and for an edit or deletion its kind and target.
ALTER TABLE "deliveries" ADD COLUMN "post_id" TEXT COLLATE "C";
ALTER TABLE "deliveries" ADD COLUMN "change" TEXT;
ALTER TABLE "deliveries" ADD COLUMN "target" TEXT COLLATE "C";
