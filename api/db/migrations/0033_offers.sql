CREATE TABLE "offers" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"code" text,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"value" bigint NOT NULL,
	"category" text,
	"minimum" bigint,
	"first_order_only" boolean DEFAULT false NOT NULL,
	"per_customer" integer,
	"max_uses" integer,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offers_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "discount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "offer_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "offer_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "offer_label" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_code" ON "offers" USING btree ("tenant_id","code") WHERE "offers"."stopped_at" is null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tenant_id_offer_id_offers_tenant_id_id_fk" FOREIGN KEY ("tenant_id","offer_id") REFERENCES "public"."offers"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_offer" ON "orders" USING btree ("tenant_id","offer_id") WHERE "orders"."offer_id" is not null;--> statement-breakpoint
ALTER TABLE offers ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE offers FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON offers
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON offers TO tanabana_app;
