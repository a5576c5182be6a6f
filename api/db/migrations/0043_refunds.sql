CREATE TABLE "refund_details" (
	"tenant_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"upi_id" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refund_details_tenant_id_payment_id_pk" PRIMARY KEY("tenant_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"return_id" text,
	"reference" text,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	CONSTRAINT "refund_requests_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "order_returns" ADD COLUMN "exchange_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cash_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refund_details" ADD CONSTRAINT "refund_details_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_details" ADD CONSTRAINT "refund_details_tenant_id_payment_id_payments_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payment_id") REFERENCES "public"."payments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_tenant_id_payment_id_payments_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payment_id") REFERENCES "public"."payments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_requests_payment" ON "refund_requests" USING btree ("tenant_id","payment_id");--> statement-breakpoint
CREATE INDEX "refund_requests_due" ON "refund_requests" USING btree ("tenant_id","next_check_at") WHERE "refund_requests"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_returned_parcels" ON "orders" USING btree ("tenant_id","contact_phone") WHERE "orders"."parcel" = 'returned to sender';
--> statement-breakpoint
ALTER TABLE refund_requests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE refund_requests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON refund_requests
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON refund_requests TO tanabana_app;

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
