CREATE TABLE "users" (
    "id" TEXT COLLATE "C" NOT NULL,
    "create_at" BIGINT NOT NULL,
    "update_at" BIGINT NOT NULL,
    "delete_at" BIGINT NOT NULL DEFAULT 0,
    "username" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "password_hash" TEXT NOT NULL,
    "nickname" TEXT NOT NULL DEFAULT '',
    "first_name" TEXT NOT NULL DEFAULT '',
    "last_name" TEXT NOT NULL DEFAULT '',
    "position" TEXT NOT NULL DEFAULT '',
    "roles" TEXT NOT NULL DEFAULT 'system_user',
    "locale" TEXT NOT NULL DEFAULT 'en',
    "notify_props" JSONB NOT NULL DEFAULT '{}',
    "props" JSONB NOT NULL DEFAULT '{}',
    "last_password_update" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sessions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "token_digest" BYTEA NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "create_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "last_activity_at" BIGINT NOT NULL,
    "device_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "is_oauth" BOOLEAN NOT NULL DEFAULT false,
    "props" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "teams" (
    "id" TEXT COLLATE "C" NOT NULL,
    "create_at" BIGINT NOT NULL,
    "update_at" BIGINT NOT NULL,
    "delete_at" BIGINT NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL DEFAULT 'O',
    "company_name" TEXT NOT NULL DEFAULT '',
    "allowed_domains" TEXT NOT NULL DEFAULT '',
    "invite_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "allow_open_invite" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "team_members" (
    "team_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "roles" TEXT NOT NULL DEFAULT 'team_user',
    "delete_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("team_id","user_id")
);

CREATE TABLE "channels" (
    "id" TEXT COLLATE "C" NOT NULL,
    "create_at" BIGINT NOT NULL,
    "update_at" BIGINT NOT NULL,
    "delete_at" BIGINT NOT NULL DEFAULT 0,
    "team_id" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "header" TEXT NOT NULL DEFAULT '',
    "purpose" TEXT NOT NULL DEFAULT '',
    "last_post_at" BIGINT NOT NULL DEFAULT 0,
    "total_msg_count" BIGINT NOT NULL DEFAULT 0,
    "extra_update_at" BIGINT NOT NULL DEFAULT 0,
    "creator_id" TEXT COLLATE "C" NOT NULL DEFAULT '',

    CONSTRAINT "channels_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "channel_members" (
    "channel_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "roles" TEXT NOT NULL DEFAULT 'channel_user',
    "last_viewed_at" BIGINT NOT NULL DEFAULT 0,
    "msg_count" BIGINT NOT NULL DEFAULT 0,
    "mention_count" BIGINT NOT NULL DEFAULT 0,
    "notify_props" JSONB NOT NULL DEFAULT '{}',
    "last_update_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "channel_members_pkey" PRIMARY KEY ("channel_id","user_id")
);

CREATE TABLE "hooks" (
    "id" TEXT COLLATE "C" NOT NULL,
    "create_at" BIGINT NOT NULL,
    "update_at" BIGINT NOT NULL,
    "delete_at" BIGINT NOT NULL DEFAULT 0,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "channel_id" TEXT COLLATE "C" NOT NULL,
    "team_id" TEXT COLLATE "C" NOT NULL,
    "display_name" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "confirm" BOOLEAN NOT NULL DEFAULT true,
    "locked" BOOLEAN NOT NULL DEFAULT false,
    "last_used_at" BIGINT NOT NULL DEFAULT 0,
    "failing_since" BIGINT NOT NULL DEFAULT 0,
    "owner_told_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "hooks_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "hook_keys" (
    "digest" BYTEA NOT NULL,
    "hook_id" TEXT COLLATE "C" NOT NULL,
    "create_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "hook_keys_pkey" PRIMARY KEY ("digest")
);

-- Partitioned by the day in the id; the days are made by packages/db/src/partitions.ts.
CREATE TABLE "deliveries" (
    "id" TEXT COLLATE "C" NOT NULL,
    "hook_id" TEXT COLLATE "C" NOT NULL,
    "team_id" TEXT COLLATE "C" NOT NULL,
    "channel_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "settled_at" BIGINT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "detail" TEXT NOT NULL DEFAULT '',
    "post_count" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 1,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "payload" TEXT NOT NULL,
    "ignored" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "replay_of" TEXT COLLATE "C",

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

CREATE TABLE "posts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "create_at" BIGINT NOT NULL,
    "update_at" BIGINT NOT NULL,
    "edit_at" BIGINT NOT NULL DEFAULT 0,
    "delete_at" BIGINT NOT NULL DEFAULT 0,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "channel_id" TEXT COLLATE "C" NOT NULL,
    "root_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "original_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "message" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "html_version" INTEGER NOT NULL,
    "type" TEXT NOT NULL DEFAULT '',
    "props" JSON NOT NULL DEFAULT '{}',

    CONSTRAINT "posts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mentions" (
    "post_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "channel_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "mentions_pkey" PRIMARY KEY ("post_id","user_id")
);

CREATE TABLE "oauth_apps" (
    "id" TEXT COLLATE "C" NOT NULL,
    "create_at" BIGINT NOT NULL,
    "update_at" BIGINT NOT NULL,
    "creator_id" TEXT COLLATE "C" NOT NULL,
    "secret_digest" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "icon_url" TEXT NOT NULL DEFAULT '',
    "callback_urls" TEXT[],
    "homepage" TEXT NOT NULL,
    "is_trusted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "oauth_apps_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "oauth_codes" (
    "digest" BYTEA NOT NULL,
    "app_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "scope" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL DEFAULT '',
    "code_challenge" TEXT,

    CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("digest")
);

CREATE TABLE "settings" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("name")
);

CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

CREATE UNIQUE INDEX "sessions_token_digest_key" ON "sessions"("token_digest");

CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

CREATE UNIQUE INDEX "teams_name_key" ON "teams"("name");

CREATE INDEX "team_members_user_id_idx" ON "team_members"("user_id");

CREATE UNIQUE INDEX "channels_team_id_name_key" ON "channels"("team_id", "name");

CREATE INDEX "channel_members_user_id_idx" ON "channel_members"("user_id");

CREATE INDEX "hooks_team_id_idx" ON "hooks"("team_id");

CREATE INDEX "hook_keys_hook_id_idx" ON "hook_keys"("hook_id");

CREATE INDEX "deliveries_hook_id_id_idx" ON "deliveries"("hook_id", "id");

CREATE INDEX "posts_channel_id_id_idx" ON "posts"("channel_id", "id");

CREATE INDEX "mentions_user_id_post_id_idx" ON "mentions"("user_id", "post_id");

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "hooks" ADD CONSTRAINT "hooks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "hook_keys" ADD CONSTRAINT "hook_keys_hook_id_fkey" FOREIGN KEY ("hook_id") REFERENCES "hooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whatever the processes cache (hooks, keys, settings) holds as long as this number stays. It is a row and not a
-- sequence, because it has to become visible together with the change that raised it.
INSERT INTO "settings" ("name", "value") VALUES ('version', '1');

CREATE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "settings" SET "value" = to_jsonb("value"::bigint + 1) WHERE "name" = 'version';
    RETURN NULL;
END
$$;

-- Not for last_used_at, failing_since and owner_told_at, which no cache holds.
CREATE TRIGGER hooks_changed AFTER INSERT OR DELETE
    OR UPDATE OF "delete_at", "user_id", "channel_id", "team_id", "display_name", "confirm", "locked"
    ON "hooks" FOR EACH STATEMENT EXECUTE FUNCTION raise_version();

CREATE TRIGGER hook_keys_changed AFTER INSERT OR UPDATE OR DELETE
    ON "hook_keys" FOR EACH STATEMENT EXECUTE FUNCTION raise_version();

CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE
    ON "settings" FOR EACH ROW WHEN (NEW."name" <> 'version') EXECUTE FUNCTION raise_version();

CREATE TRIGGER settings_removed AFTER DELETE
    ON "settings" FOR EACH ROW WHEN (OLD."name" <> 'version') EXECUTE FUNCTION raise_version();
