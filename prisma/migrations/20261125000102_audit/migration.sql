-- Who changed what, when and from where. An entry is there before the change, and done after it.
CREATE TABLE "audit_entries" (
    "id" TEXT COLLATE "C" NOT NULL,
    "create_at" BIGINT NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "app_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "address" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "target_name" TEXT NOT NULL DEFAULT '',
    "is_done" BOOLEAN NOT NULL DEFAULT false,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_entries_user_id_id_idx" ON "audit_entries"("user_id", "id");
CREATE INDEX "audit_entries_target_id_id_idx" ON "audit_entries"("target_id", "id");
