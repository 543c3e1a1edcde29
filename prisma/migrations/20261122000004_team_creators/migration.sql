-- Who made a team, so that nobody makes too many. Teams from before have it from their first channel.
ALTER TABLE "teams" ADD COLUMN "creator_id" TEXT COLLATE "C" NOT NULL DEFAULT '';

UPDATE "teams" SET "creator_id" = "channels"."creator_id" FROM "channels"
WHERE "channels"."team_id" = "teams"."id" AND "channels"."name" = 'town-square';

CREATE INDEX "teams_creator_id_idx" ON "teams"("creator_id");
