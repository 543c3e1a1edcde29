-- The timestamps, in microseconds since 1970, by which Slack's API calls posts. A post gets its own when a client first sees it.
CREATE TABLE "post_timestamps" (
    "channel_id" TEXT COLLATE "C" NOT NULL,
    "micros" BIGINT NOT NULL,
    "post_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "post_timestamps_pkey" PRIMARY KEY ("channel_id", "micros")
);

CREATE UNIQUE INDEX "post_timestamps_post_id_key" ON "post_timestamps"("post_id");
