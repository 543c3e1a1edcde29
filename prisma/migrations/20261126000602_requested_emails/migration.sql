-- An address that a user asked for and another account has: shown to the user as theirs, good for nothing else.
ALTER TABLE "users" ADD COLUMN "requested_email" TEXT NOT NULL DEFAULT '';
