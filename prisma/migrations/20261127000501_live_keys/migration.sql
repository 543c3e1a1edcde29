-- Counts and evicts a hook's live keys without reading its closed ones, of which a day may leave millions.
CREATE INDEX "delivery_keys_live_idx" ON "delivery_keys" ("hook_id", "used_at") WHERE "closed_at" = 0;
DROP INDEX "delivery_keys_hook_id_used_at_idx";
