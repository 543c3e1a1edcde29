-- What a user looks like. Whoever has no row is drawn.
CREATE TABLE "user_pictures" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "picture" BYTEA NOT NULL,
    "changed_at" BIGINT NOT NULL,

    CONSTRAINT "user_pictures_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "user_pictures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
