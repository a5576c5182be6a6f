CREATE TABLE "payment_refunds" (
	"tenant_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"refunded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_tenant_id_payment_id_reference_pk" PRIMARY KEY("tenant_id","payment_id","reference")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "customer_reference" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "payee_confirms_within_hours" smallint;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_tenant_id_payment_id_payments_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payment_id") REFERENCES "public"."payments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "payment_refunds" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON "payment_refunds"
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "payment_refunds" TO tanabana_app;
