CREATE TABLE "draft_edits" (
	"tenant_id" text NOT NULL,
	"field" text NOT NULL,
	"content" jsonb,
	"base" text NOT NULL,
	"edited_by" text NOT NULL,
	"edited_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_edits_tenant_id_field_pk" PRIMARY KEY("tenant_id","field")
);
--> statement-breakpoint
CREATE TABLE "preview_keys" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_revisions" (
	"tenant_id" text NOT NULL,
	"number" integer NOT NULL,
	"record" jsonb NOT NULL,
	"action" text NOT NULL,
	"restored" integer,
	"reason" text,
	"published_by" text NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_revisions_tenant_id_number_pk" PRIMARY KEY("tenant_id","number")
);
--> statement-breakpoint
ALTER TABLE "draft_edits" ADD CONSTRAINT "draft_edits_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_keys" ADD CONSTRAINT "preview_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_revisions" ADD CONSTRAINT "store_revisions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE draft_edits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE draft_edits FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON draft_edits
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON draft_edits TO tanabana_app;
--> statement-breakpoint
ALTER TABLE preview_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE preview_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON preview_keys
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON preview_keys TO tanabana_app;
--> statement-breakpoint
ALTER TABLE store_revisions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE store_revisions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON store_revisions
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON store_revisions TO tanabana_app;
