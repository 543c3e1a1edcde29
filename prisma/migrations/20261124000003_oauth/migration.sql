-- Bots, what users let apps do, and the tokens that came of it.
ALTER TABLE "users" ADD COLUMN "is_bot" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "oauth_apps"
    ADD COLUMN "is_public" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "bot_user_id" TEXT COLLATE "C",
    ADD CONSTRAINT "oauth_apps_bot_user_id_fkey" FOREIGN KEY ("bot_user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "oauth_apps_creator_id_idx" ON "oauth_apps"("creator_id");
CREATE UNIQUE INDEX "oauth_apps_bot_user_id_key" ON "oauth_apps"("bot_user_id");

ALTER TABLE "oauth_codes"
    ADD CONSTRAINT "oauth_codes_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "oauth_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "oauth_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "oauth_codes_app_id_idx" ON "oauth_codes"("app_id");
CREATE INDEX "oauth_codes_user_id_idx" ON "oauth_codes"("user_id");

CREATE TABLE "oauth_consents" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "app_id" TEXT COLLATE "C" NOT NULL,
    "scope" TEXT NOT NULL,
    "create_at" BIGINT NOT NULL,
    "update_at" BIGINT NOT NULL,

    CONSTRAINT "oauth_consents_pkey" PRIMARY KEY ("user_id", "app_id"),
    CONSTRAINT "oauth_consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "oauth_consents_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "oauth_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "oauth_consents_app_id_idx" ON "oauth_consents"("app_id");

CREATE TABLE "oauth_token_families" (
    "id" TEXT COLLATE "C" NOT NULL,
    "app_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "scope" TEXT NOT NULL,
    "code_digest" BYTEA NOT NULL,
    "refresh_digest" BYTEA,
    "create_at" BIGINT NOT NULL,
    "update_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,

    CONSTRAINT "oauth_token_families_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "oauth_token_families_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "oauth_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "oauth_token_families_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "oauth_token_families_code_digest_key" ON "oauth_token_families"("code_digest");
CREATE INDEX "oauth_token_families_app_id_idx" ON "oauth_token_families"("app_id");
CREATE INDEX "oauth_token_families_user_id_idx" ON "oauth_token_families"("user_id");

ALTER TABLE "sessions"
    ADD COLUMN "app_id" TEXT COLLATE "C",
    ADD COLUMN "family_id" TEXT COLLATE "C",
    ADD COLUMN "scope" TEXT NOT NULL DEFAULT '',
    ADD CONSTRAINT "sessions_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "oauth_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "sessions_family_id_fkey" FOREIGN KEY ("family_id") REFERENCES "oauth_token_families"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "sessions_app_id_idx" ON "sessions"("app_id");
CREATE INDEX "sessions_family_id_idx" ON "sessions"("family_id");
