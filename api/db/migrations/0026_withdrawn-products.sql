CREATE TABLE "withdrawn_products" (
	"tenant_id" text NOT NULL,
	"key" text NOT NULL,
	"product" jsonb NOT NULL,
	CONSTRAINT "withdrawn_products_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
ALTER TABLE "withdrawn_products" ADD CONSTRAINT "withdrawn_products_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE withdrawn_products ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE withdrawn_products FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON withdrawn_products
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON withdrawn_products TO tanabana_app;
