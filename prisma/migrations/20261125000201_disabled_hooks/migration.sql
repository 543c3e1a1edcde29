-- Since when a hook takes nothing; 0: it is enabled.
ALTER TABLE "hooks" ADD COLUMN "disabled_at" BIGINT NOT NULL DEFAULT 0;

DROP TRIGGER hooks_changed ON "hooks";

-- Not for last_used_at, failing_since and owner_told_at, which no cache holds.
CREATE TRIGGER hooks_changed AFTER INSERT OR DELETE
    OR UPDATE OF "delete_at", "user_id", "channel_id", "team_id", "display_name", "confirm", "locked", "disabled_at"
    ON "hooks" FOR EACH STATEMENT EXECUTE FUNCTION raise_version();
