-- What all processes counted in a minute and in an hour: small rows, written by one worker's chore.
CREATE TABLE "period_figures" (
    "step" TEXT NOT NULL,
    "start_at" BIGINT NOT NULL,
    "sums" JSONB NOT NULL,
    "peaks" JSONB NOT NULL,

    CONSTRAINT "period_figures_pkey" PRIMARY KEY ("step", "start_at")
);
