DROP TABLE "refund_details";--> statement-breakpoint
ALTER TABLE "order_returns" DROP COLUMN "exchange_number";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "cash_confirmed_at";
