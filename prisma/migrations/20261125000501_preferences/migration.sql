-- What clients remember for their users.
CREATE TABLE "preferences" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "category" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "preferences_pkey" PRIMARY KEY ("user_id", "category", "name"),
    CONSTRAINT "preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
