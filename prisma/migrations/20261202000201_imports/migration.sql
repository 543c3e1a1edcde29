-- Sources whose import was started, which importing objects and posts requires (apps/api/src/calls/imports).
CREATE TABLE "imports" (
    "source" TEXT COLLATE "C" NOT NULL,
    "started_at" BIGINT NOT NULL,

    CONSTRAINT "imports_pkey" PRIMARY KEY ("source")
);
