-- The row that workers write to prove that Postgres accepts their writes.
CREATE TABLE "write_checks" (
    "id" INTEGER NOT NULL,
    "written_at" BIGINT NOT NULL,

    CONSTRAINT "write_checks_pkey" PRIMARY KEY ("id")
);
