-- The oldest version whose processes may use this database. A migration that older ones cannot work with raises it.
CREATE TABLE "oldest_version" (
    "id" INTEGER NOT NULL,
    "version" TEXT NOT NULL,

    CONSTRAINT "oldest_version_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "oldest_version_of_numbers" CHECK ("id" = 1 AND "version" ~ '^\d+\.\d+\.\d+$')
);

INSERT INTO "oldest_version" ("id", "version") VALUES (1, '0.1.0');
