-- Whether the password is one that an administrator gave, and everything else waits until it is changed.
ALTER TABLE "users" ADD COLUMN "must_change_password" BOOLEAN NOT NULL DEFAULT false;
