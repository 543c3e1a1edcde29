-- Who chose a setting, and when; empty and 0 where nobody noted it.
ALTER TABLE "settings"
    ADD COLUMN "saved_by" TEXT COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN "saved_at" BIGINT NOT NULL DEFAULT 0;
