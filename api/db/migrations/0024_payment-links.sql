CREATE TABLE "payment_links" (
	"tenant_id" text NOT NULL,
	"reference" text NOT NULL,
	"order_number" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_links_tenant_id_reference_pk" PRIMARY KEY("tenant_id","reference")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "link_reference" text;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_tenant_id_order_number_orders_tenant_id_number_fk" FOREIGN KEY ("tenant_id","order_number") REFERENCES "public"."orders"("tenant_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_order" ON "payment_links" USING btree ("tenant_id","order_number");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_token" ON "payment_links" USING btree ("tenant_id","token_hash");--> statement-breakpoint
ALTER TABLE "payment_links" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "payment_links" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON "payment_links"
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "payment_links" TO tanabana_app;
--> statement-breakpoint
-- `return_path` holds tokens of payment links in clear. The owner is subject to the forced row-level security too.
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE payments SET return_path = NULL WHERE return_path IS NOT NULL;
--> statement-breakpoint
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
