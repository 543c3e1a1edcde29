-- Nearly every delivery is posted, and none of its own again: partial indexes cost those nothing.
CREATE INDEX "deliveries_rejected_idx" ON "deliveries"("hook_id", "id") WHERE "outcome" = 'rejected';

CREATE INDEX "deliveries_replay_of_id_idx" ON "deliveries"("replay_of", "id") WHERE "replay_of" IS NOT NULL;

-- Who writes to people in Posthorn's own name; there is no password that could match. Where somebody has taken the
-- name already, it has another.
INSERT INTO "users" ("id", "create_at", "update_at", "username", "email", "email_verified", "password_hash", "roles")
SELECT 'posthornposthornposthorn00', now, now,
    CASE WHEN EXISTS (SELECT FROM "users" WHERE "username" = 'posthorn') THEN 'posthorn.system' ELSE 'posthorn' END,
    'posthorn@posthorn.invalid', true, '', 'system_user'
FROM (SELECT (extract(epoch FROM now()) * 1000)::bigint AS now) clock;
