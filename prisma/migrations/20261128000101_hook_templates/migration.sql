-- The versions of the templates that turn any JSON into posts. A version never changes, so a retry has the same result.
CREATE TABLE "hook_templates" (
    "hook_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "create_at" BIGINT NOT NULL,
    "made_by" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "thread_key" TEXT NOT NULL,
    "update_key" TEXT NOT NULL,
    "close" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "only_if" TEXT NOT NULL,

    CONSTRAINT "hook_templates_pkey" PRIMARY KEY ("hook_id", "version")
);

ALTER TABLE "hook_templates" ADD CONSTRAINT "hook_templates_hook_id_fkey"
    FOREIGN KEY ("hook_id") REFERENCES "hooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The version in use. 0 for none.
ALTER TABLE "hooks" ADD COLUMN "template_version" INTEGER NOT NULL DEFAULT 0;

-- Ingresses hold hooks in a cache.
CREATE TRIGGER hook_template_changed AFTER UPDATE OF "template_version", "format"
    ON "hooks" FOR EACH STATEMENT EXECUTE FUNCTION raise_version();
