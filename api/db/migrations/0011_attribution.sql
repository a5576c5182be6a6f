ALTER TABLE "orders" ADD COLUMN "attribution" jsonb;
