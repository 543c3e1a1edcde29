-- To whom a hook is offered, by whom and since when; empty and 0 where it is not. Until they accept, its creator stays.
ALTER TABLE "hooks"
    ADD COLUMN "offered_to" TEXT COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN "offered_by" TEXT COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN "offered_at" BIGINT NOT NULL DEFAULT 0;

CREATE INDEX "hooks_offered_to_idx" ON "hooks"("offered_to") WHERE "offered_to" <> '';
