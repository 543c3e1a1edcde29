-- A sender's own JSON: which adapter reads it (as JSON), with which headers and parameters of the URL, and the event that it reports.
ALTER TABLE "deliveries" ADD COLUMN "format" TEXT;
ALTER TABLE "deliveries" ADD COLUMN "event" TEXT;
