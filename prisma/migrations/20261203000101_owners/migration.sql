-- The hooks of an owner are counted for each new one.
CREATE INDEX "hooks_user_id_idx" ON "hooks"("user_id");

-- The hooks of an app's bot count for the app's owner, whom caches of hooks hold.
CREATE TRIGGER app_owner_changed AFTER DELETE OR UPDATE OF "creator_id"
    ON "oauth_apps" FOR EACH STATEMENT EXECUTE FUNCTION raise_version();
