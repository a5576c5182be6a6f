CREATE TABLE "account_requests" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"user_id" text,
	"language" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_requests_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"tenant_id" text NOT NULL,
	"hash" text NOT NULL,
	"request_id" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_tokens_tenant_id_hash_pk" PRIMARY KEY("tenant_id","hash")
);
--> statement-breakpoint
ALTER TABLE "account_requests" ADD CONSTRAINT "account_requests_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_requests" ADD CONSTRAINT "account_requests_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_request_fk" FOREIGN KEY ("tenant_id","request_id") REFERENCES "public"."account_requests"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_requests_age" ON "account_requests" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "account_requests_email" ON "account_requests" USING btree ("tenant_id","email");--> statement-breakpoint
CREATE INDEX "account_tokens_user" ON "account_tokens" USING btree ("tenant_id","user_id");
--> statement-breakpoint
ALTER TABLE account_requests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE account_requests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON account_requests
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON account_requests TO tanabana_app;
--> statement-breakpoint
ALTER TABLE account_tokens ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE account_tokens FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON account_tokens
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON account_tokens TO tanabana_app;
