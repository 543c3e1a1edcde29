-- Fields that templates use and that senders' JSON lost, so that each owner is told once per field and day.
CREATE TABLE "lost_fields" (
    "hook_id" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "told_at" BIGINT NOT NULL,

    CONSTRAINT "lost_fields_pkey" PRIMARY KEY ("hook_id", "field")
);

ALTER TABLE "lost_fields" ADD CONSTRAINT "lost_fields_hook_id_fkey"
    FOREIGN KEY ("hook_id") REFERENCES "hooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
