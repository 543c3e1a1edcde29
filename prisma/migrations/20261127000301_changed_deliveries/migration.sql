-- For a history that is filtered by one of these outcomes, which can be rare. Other deliveries have no entry.
CREATE INDEX "deliveries_changed_idx" ON "deliveries" ("hook_id", "outcome", "id")
    WHERE "outcome" IN ('replied', 'updated', 'superseded', 'skipped');
