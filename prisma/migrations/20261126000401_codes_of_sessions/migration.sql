-- An authorization code ends with the session by which its user consented. Codes of earlier versions have none.
ALTER TABLE "oauth_codes"
    ADD COLUMN "session_id" TEXT COLLATE "C",
    ADD CONSTRAINT "oauth_codes_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "oauth_codes_session_id_idx" ON "oauth_codes"("session_id");
