-- Tells a refresh token that was replaced from one that was made up. Families of earlier versions have none yet.
ALTER TABLE "oauth_token_families" ADD COLUMN "stem_digest" BYTEA;
