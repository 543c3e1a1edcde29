-- Files whose bytes are in the storage (packages/files). Those with a delete_at are deleted with their bytes.
CREATE TABLE "files" (
    "id" TEXT COLLATE "C" NOT NULL,
    "create_at" BIGINT NOT NULL,
    "delete_at" BIGINT NOT NULL DEFAULT 0,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "team_id" TEXT COLLATE "C" NOT NULL,
    "channel_id" TEXT COLLATE "C" NOT NULL,
    "post_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" BYTEA NOT NULL,

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "files_user_id_create_at_idx" ON "files" ("user_id", "create_at");
CREATE INDEX "files_post_id_idx" ON "files" ("post_id") WHERE "post_id" <> '';
CREATE INDEX "files_unposted_idx" ON "files" ("create_at") WHERE "post_id" = '' OR "delete_at" > 0;

-- The facts about a post's files, so that reading posts needs no other table. NULL for none: rows do not grow.
ALTER TABLE "posts" ADD COLUMN "files" JSON;

-- The files of a post end with it, whichever statement deletes it, including the previous version's.
CREATE FUNCTION end_files_of_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE files SET delete_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    WHERE post_id = OLD.id AND post_id <> '' AND delete_at = 0;
    RETURN NULL;
END $$;

CREATE TRIGGER posts_files_deleted AFTER DELETE ON "posts"
    FOR EACH ROW WHEN (OLD.files IS NOT NULL AND OLD.original_id = '') EXECUTE FUNCTION end_files_of_posts();
CREATE TRIGGER posts_files_ended AFTER UPDATE OF "delete_at", "files" ON "posts"
    FOR EACH ROW WHEN (OLD.files IS NOT NULL AND (NEW.delete_at > 0 OR NEW.files IS NULL))
    EXECUTE FUNCTION end_files_of_posts();
