ALTER TABLE "tenants" ADD COLUMN "suspended_at" timestamp with time zone;
