CREATE TABLE "bounced_addresses" (
	"tenant_id" text NOT NULL,
	"digest" text NOT NULL,
	"bounced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bounced_addresses_tenant_id_digest_pk" PRIMARY KEY("tenant_id","digest")
);
--> statement-breakpoint
DROP INDEX "messages_bounced";--> statement-breakpoint
ALTER TABLE "bounced_addresses" ADD CONSTRAINT "bounced_addresses_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE bounced_addresses ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE bounced_addresses FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON bounced_addresses
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON bounced_addresses TO tanabana_app;
--> statement-breakpoint
ALTER TABLE messages NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE bounced_addresses NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO bounced_addresses (tenant_id, digest, bounced_at)
  SELECT tenant_id, bounced_address, min(created_at) FROM messages
  WHERE bounced_address IS NOT NULL GROUP BY tenant_id, bounced_address;
--> statement-breakpoint
ALTER TABLE messages FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE bounced_addresses FORCE ROW LEVEL SECURITY;
