-- Keys that the server generates once. The secret half is encrypted with SECRETS_KEY.
CREATE TABLE "server_keys" (
    "name" TEXT NOT NULL,
    "public" TEXT NOT NULL,
    "secret" TEXT NOT NULL,

    CONSTRAINT "server_keys_pkey" PRIMARY KEY ("name")
);

-- Where a browser receives push notifications. It ends with its session.
CREATE TABLE "push_subscriptions" (
    "session_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("session_id"),
    CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions" ("user_id");

-- Notifications to send: one row per user and post that mentions them. Who claims a row deletes it before sending.
CREATE TABLE "due_notices" (
    "kind" TEXT NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "post_id" TEXT COLLATE "C" NOT NULL,
    "due_at" BIGINT NOT NULL,

    CONSTRAINT "due_notices_pkey" PRIMARY KEY ("kind", "user_id", "post_id")
);
CREATE INDEX "due_notices_kind_due_at_idx" ON "due_notices" ("kind", "due_at");

-- Records what is due for every writer of mentions, including the previous version. A statement without mentions pays nothing.
-- A user has at most 100 pending notifications. Mentions of the same ten seconds are due together, 3 to 13 s later.
CREATE FUNCTION note_due_notices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    now_ms CONSTANT bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
BEGIN
    IF NOT EXISTS (SELECT FROM push_subscriptions) THEN
        RETURN NULL;
    END IF;
    INSERT INTO due_notices (kind, user_id, post_id, due_at)
    WITH mentioned AS MATERIALIZED (
        SELECT made.user_id, made.post_id FROM made
        WHERE EXISTS (SELECT FROM push_subscriptions own WHERE own.user_id = made.user_id)
        UNION
        SELECT member.user_id, made.post_id
        FROM made JOIN channel_members member ON member.channel_id = made.channel_id
        JOIN users ON users.id = member.user_id AND users.notify_props->>'channel' IS DISTINCT FROM 'false'
        WHERE made.user_id = '' AND EXISTS (SELECT FROM push_subscriptions own WHERE own.user_id = member.user_id)
    ),
    pending AS MATERIALIZED (
        SELECT user_id, (
            SELECT count(*) FROM due_notices due WHERE due.kind = 'push' AND due.user_id = someone.user_id
        ) AS posts
        FROM (SELECT DISTINCT user_id FROM mentioned) someone
    ),
    placed AS (
        SELECT mentioned.*, pending.posts + row_number() OVER (PARTITION BY user_id ORDER BY post_id) AS place
        FROM mentioned JOIN pending USING (user_id)
    )
    SELECT 'push', user_id, post_id, ((now_ms + 3000) / 10000 + 1) * 10000 FROM placed WHERE place <= 100
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE TRIGGER mentions_noted AFTER INSERT ON "mentions"
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION note_due_notices();
