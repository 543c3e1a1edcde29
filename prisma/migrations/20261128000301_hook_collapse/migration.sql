-- For how long repeats of a hook's post are counted in it instead of posted again. 0 for never.
ALTER TABLE "hooks" ADD COLUMN "collapse_seconds" INTEGER NOT NULL DEFAULT 0;

-- The contents whose repeats are counted are rows next to the senders' keys. Their digests have one more byte.
ALTER TABLE "delivery_keys" ADD COLUMN "repeats" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "delivery_keys" ADD COLUMN "content_of" TEXT NOT NULL DEFAULT '';

-- Finds a hook's oldest contents.
CREATE INDEX "delivery_keys_contents_idx" ON "delivery_keys" ("hook_id", "closed_at") WHERE octet_length("digest") > 32;

-- The same index as before, with one more outcome.
DROP INDEX "deliveries_changed_idx";
CREATE INDEX "deliveries_changed_idx" ON "deliveries" ("hook_id", "outcome", "id")
    WHERE "outcome" IN ('replied', 'updated', 'collapsed', 'superseded', 'skipped');
