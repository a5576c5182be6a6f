CREATE TABLE "import_rows" (
	"tenant_id" text NOT NULL,
	"import_id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "import_rows_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"line" integer NOT NULL,
	"key" text,
	"title" text,
	"text" text,
	"changes" jsonb,
	"digest" text,
	"is_changed_since" boolean DEFAULT false NOT NULL,
	CONSTRAINT "import_rows_tenant_id_import_id_number_pk" PRIMARY KEY("tenant_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"file_name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"state" text NOT NULL,
	"writes" boolean NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"progress" jsonb NOT NULL,
	"counts" jsonb,
	"message" text,
	"actor" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "imports_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_tenant_id_import_id_imports_tenant_id_id_fk" FOREIGN KEY ("tenant_id","import_id") REFERENCES "public"."imports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_key" ON "import_rows" USING btree ("tenant_id","import_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_running" ON "imports" USING btree ("tenant_id") WHERE "imports"."state" in ('checking', 'writing');
--> statement-breakpoint
ALTER TABLE imports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE imports FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON imports
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON imports TO tanabana_app;
--> statement-breakpoint
ALTER TABLE import_rows ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE import_rows FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON import_rows
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON import_rows TO tanabana_app;
--> statement-breakpoint
SELECT pgboss.create_queue('imports', '{
  "policy": "standard", "notify": true, "retryLimit": 5, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 60,
  "expireInSeconds": 3600, "heartbeatSeconds": 30, "deleteAfterSeconds": 259200
}');
