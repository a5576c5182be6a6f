ALTER TABLE "staff" ADD COLUMN "pending_factor" text;
