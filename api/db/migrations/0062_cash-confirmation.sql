CREATE TABLE "order_links" (
	"tenant_id" text NOT NULL,
	"order_number" text NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_links_tenant_id_order_number_purpose_pk" PRIMARY KEY("tenant_id","order_number","purpose")
);
--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_tenant_id_order_number_orders_tenant_id_number_fk" FOREIGN KEY ("tenant_id","order_number") REFERENCES "public"."orders"("tenant_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_links_token" ON "order_links" USING btree ("tenant_id","token_hash");
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "asks_confirmation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "confirmed_at" timestamp with time zone;
--> statement-breakpoint
-- The owner of the tables is held to the policies (FORCE), so they step aside while the links move.
ALTER TABLE refund_details NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO order_links (tenant_id, order_number, purpose, token_hash, created_at, expires_at)
SELECT tenant_id, order_number, 'refund', token_hash, created_at, expires_at FROM refund_details;
--> statement-breakpoint
ALTER TABLE refund_details FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Older APIs still use the columns of the link there while they run beside this one.
ALTER TABLE "refund_details" ALTER COLUMN "token_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_details" ALTER COLUMN "expires_at" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE order_links ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_links FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON order_links
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON order_links TO tanabana_app;
