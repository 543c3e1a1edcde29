-- Who made a key to which the hook's creator has not consented; empty for the creator's own.
ALTER TABLE "hook_keys" ADD COLUMN "made_by" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- Who sent a delivery from a session, and whose permissions it needs besides the creator's; null for the URL's own senders.
ALTER TABLE "deliveries"
    ADD COLUMN "sent_by" TEXT COLLATE "C",
    ADD COLUMN "restricted_to" TEXT COLLATE "C";
