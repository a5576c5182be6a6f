CREATE TABLE "refund_details" (
	"tenant_id" text NOT NULL,
	"order_number" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"upi_id" text,
	"given_at" timestamp with time zone,
	CONSTRAINT "refund_details_tenant_id_order_number_pk" PRIMARY KEY("tenant_id","order_number")
);
--> statement-breakpoint
ALTER TABLE "refund_details" ADD CONSTRAINT "refund_details_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_details" ADD CONSTRAINT "refund_details_tenant_id_order_number_orders_tenant_id_number_fk" FOREIGN KEY ("tenant_id","order_number") REFERENCES "public"."orders"("tenant_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_details_token" ON "refund_details" USING btree ("tenant_id","token_hash");
--> statement-breakpoint
ALTER TABLE refund_details ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE refund_details FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON refund_details
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON refund_details TO tanabana_app;
