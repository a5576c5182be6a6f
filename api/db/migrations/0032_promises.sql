ALTER TABLE "orders" ADD COLUMN "cash_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promised_by" date;