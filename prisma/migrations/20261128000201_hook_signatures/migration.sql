-- How the sender of a hook signs its calls, as JSON without secrets. Empty if calls are not verified.
ALTER TABLE "hooks" ADD COLUMN "signature" TEXT NOT NULL DEFAULT '';
-- The one or two secrets of the signature, each encrypted for its hook.
ALTER TABLE "hooks" ADD COLUMN "signature_secrets" TEXT[] NOT NULL DEFAULT '{}';
-- The addresses and ranges that may call the hook. Empty for all.
ALTER TABLE "hooks" ADD COLUMN "allow_from" TEXT[] NOT NULL DEFAULT '{}';

-- Ingresses cache these columns.
CREATE TRIGGER hook_senders_changed AFTER UPDATE OF "format", "signature", "signature_secrets", "allow_from"
    ON "hooks" FOR EACH STATEMENT EXECUTE FUNCTION raise_version();
