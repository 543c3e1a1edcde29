-- The pixels of a picture that has a thumbnail, as it is shown. NULL for all other files.
ALTER TABLE "files" ADD COLUMN "width" INTEGER, ADD COLUMN "height" INTEGER;
