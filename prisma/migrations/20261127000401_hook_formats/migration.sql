-- The adapter that reads all payloads of a hook, for senders whose URL cannot be changed. Empty for none.
ALTER TABLE "hooks" ADD COLUMN "format" TEXT NOT NULL DEFAULT '';
