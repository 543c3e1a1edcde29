-- Pages by offset no longer add up marks. The running version still does, so a worker drops them a day later
-- (packages/db/src/migrations/drop-marks.ts). A new installation, which has no team yet, has no other version.
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM "teams") THEN
        DROP TABLE "post_marks", "post_mark_progress";
    END IF;
END $$;
