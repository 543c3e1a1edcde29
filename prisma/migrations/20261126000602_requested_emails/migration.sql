-- An address that a user chose and no administrator has confirmed. It is `email` too, unless another account has it.
ALTER TABLE "users" ADD COLUMN "requested_email" TEXT NOT NULL DEFAULT '';
