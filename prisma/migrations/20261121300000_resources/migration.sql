-- What `since` cannot find by id: posts changed after they were written, or written long after they were accepted.
-- Nearly every post stays outside, so that writing posts by the thousand costs no more than before.
CREATE INDEX "posts_late_idx" ON "posts" ("channel_id", "update_at")
    WHERE "update_at" > "create_at" + 60000 OR "edit_at" > 0 OR "delete_at" > 0;

-- Replies of a post; a hook's posts are none.
CREATE INDEX "posts_root_id_idx" ON "posts" ("root_id") WHERE "root_id" <> '';

-- Archiving a channel deletes its hooks.
CREATE INDEX "hooks_channel_id_idx" ON "hooks" ("channel_id");
