-- Who sent a delivery by the hook's URL: the address, user agent and content type of its request, one per line.
ALTER TABLE "deliveries" ADD COLUMN "sender" TEXT;
