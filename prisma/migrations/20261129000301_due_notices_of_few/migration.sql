-- The same as before, but a mention of a channel reads only members who get notifications or e-mails.
CREATE OR REPLACE FUNCTION note_due_notices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    now_ms CONSTANT bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
BEGIN
    IF NOT EXISTS (SELECT FROM push_subscriptions) AND NOT EXISTS (SELECT FROM mail_digests) THEN
        RETURN NULL;
    END IF;
    INSERT INTO due_notices (kind, user_id, post_id, due_at)
    WITH mentioned AS MATERIALIZED (
        SELECT made.user_id, made.post_id FROM made
        WHERE made.user_id <> '' AND (
            EXISTS (SELECT FROM push_subscriptions own WHERE own.user_id = made.user_id)
            OR EXISTS (SELECT FROM mail_digests own WHERE own.user_id = made.user_id)
        )
        UNION
        SELECT member.user_id, made.post_id
        FROM made JOIN channel_members member ON member.channel_id = made.channel_id
        JOIN users ON users.id = member.user_id AND users.notify_props->>'channel' IS DISTINCT FROM 'false'
        WHERE made.user_id = '' AND (
            EXISTS (SELECT FROM push_subscriptions own WHERE own.user_id = member.user_id)
            OR EXISTS (SELECT FROM mail_digests own WHERE own.user_id = member.user_id)
        )
    ),
    someone AS (SELECT DISTINCT user_id FROM mentioned),
    wanting AS MATERIALIZED (
        SELECT 'push' AS kind, user_id FROM someone
        WHERE EXISTS (SELECT FROM push_subscriptions own WHERE own.user_id = someone.user_id)
        UNION ALL
        SELECT 'mail', user_id FROM someone
        WHERE EXISTS (SELECT FROM mail_digests own WHERE own.user_id = someone.user_id)
    ),
    pending AS MATERIALIZED (
        SELECT kind, user_id, (
            SELECT count(*) FROM due_notices due WHERE due.kind = wanting.kind AND due.user_id = wanting.user_id
        ) AS posts
        FROM wanting
    ),
    placed AS (
        SELECT kind, user_id, post_id, posts + row_number() OVER (PARTITION BY kind, user_id ORDER BY post_id) AS place
        FROM mentioned JOIN pending USING (user_id)
    )
    SELECT kind, user_id, post_id,
        CASE kind WHEN 'push' THEN ((now_ms + 3000) / 10000 + 1) * 10000 ELSE now_ms + 900000 END
    FROM placed WHERE place <= 100
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
