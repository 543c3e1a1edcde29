-- Live replies by post, in order: a thread's length and its newest replies come from the index alone. Posts that are not
-- replies are not in it, and cost nothing. It replaces the older index, which had no order.
CREATE INDEX "posts_root_id_id_idx" ON "posts" ("root_id", "id") WHERE "root_id" <> '' AND "delete_at" = 0;
DROP INDEX "posts_root_id_idx";

-- A channel's posts without replies. Without it, a page behind 60,000 replies takes 0.25 s. It costs 1 µs per post.
CREATE INDEX "posts_roots_idx" ON "posts" ("channel_id", "id") WHERE "root_id" = '' AND "delete_at" = 0;
