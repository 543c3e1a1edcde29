-- The colour at the side of a post. The last release's templates have none.
ALTER TABLE "hook_templates" ADD COLUMN "color" TEXT NOT NULL DEFAULT '';
