-- The hook that uploaded a file with its key. Empty for files that users uploaded.
ALTER TABLE "files" ADD COLUMN "hook_id" TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX "files_hook_id_create_at_idx" ON "files" ("hook_id", "create_at") WHERE "hook_id" <> '';
