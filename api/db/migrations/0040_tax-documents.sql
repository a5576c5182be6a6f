CREATE TABLE "tax_documents" (
	"tenant_id" text NOT NULL,
	"number" text NOT NULL,
	"series" text NOT NULL,
	"year" smallint NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"order_number" text NOT NULL,
	"total" bigint NOT NULL,
	"body" jsonb NOT NULL,
	"recipient" jsonb,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tax_documents_tenant_id_number_pk" PRIMARY KEY("tenant_id","number")
);
--> statement-breakpoint
CREATE TABLE "tax_series" (
	"tenant_id" text NOT NULL,
	"series" text NOT NULL,
	"year" smallint NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "tax_series_tenant_id_series_year_pk" PRIMARY KEY("tenant_id","series","year")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_missing" text;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_tenant_id_order_number_orders_tenant_id_number_fk" FOREIGN KEY ("tenant_id","order_number") REFERENCES "public"."orders"("tenant_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_series" ADD CONSTRAINT "tax_series_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_position" ON "tax_documents" USING btree ("tenant_id","series","year","position");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_invoice" ON "tax_documents" USING btree ("tenant_id","order_number") WHERE "tax_documents"."kind" <> 'credit-note';--> statement-breakpoint
CREATE INDEX "tax_documents_order" ON "tax_documents" USING btree ("tenant_id","order_number");--> statement-breakpoint
CREATE INDEX "tax_documents_issued" ON "tax_documents" USING btree ("tenant_id","issued_at");--> statement-breakpoint
DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY['tax_documents', 'tax_series'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', source);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', source);
    EXECUTE format(
      'CREATE POLICY own_tenant ON %I
         USING (tenant_id = current_setting(''app.tenant'', true))
         WITH CHECK (tenant_id = current_setting(''app.tenant'', true))',
      source
    );
  END LOOP;
END $$;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON tax_series TO tanabana_app;--> statement-breakpoint
-- A document stays as it was issued; an erasure removes whom it was for.
GRANT SELECT, INSERT, UPDATE (recipient) ON tax_documents TO tanabana_app;
--> statement-breakpoint
-- The record of the shop of this transaction: a document is issued as the record is at the moment of the change.
CREATE FUNCTION own_store_record() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT record FROM public.tenants WHERE id = current_setting('app.tenant', true)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION own_store_record FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION own_store_record TO tanabana_app;
