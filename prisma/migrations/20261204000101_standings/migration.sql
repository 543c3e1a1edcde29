-- How bad the things stand that a key's post shows, by digests of their names. An update in which something is worse is news.
ALTER TABLE "delivery_keys" ADD COLUMN "standing" JSONB;
