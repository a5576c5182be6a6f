CREATE TABLE "messages" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stream" text NOT NULL,
	"event" text NOT NULL,
	"order_number" text,
	"sequence" integer,
	"kind" text NOT NULL,
	"role" text NOT NULL,
	"channel" text NOT NULL,
	"endpoint" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"error" text,
	"bounced_address" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "messages_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "mail_from" text;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_order_number_orders_tenant_id_number_fk" FOREIGN KEY ("tenant_id","order_number") REFERENCES "public"."orders"("tenant_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("tenant_id","event","kind","role","channel","endpoint");--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("tenant_id","stream","position") WHERE "messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("tenant_id","position" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_order" ON "messages" USING btree ("tenant_id","order_number");--> statement-breakpoint
CREATE INDEX "messages_bounced" ON "messages" USING btree ("tenant_id","bounced_address") WHERE "messages"."bounced_address" is not null;
--> statement-breakpoint
ALTER TABLE messages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE messages FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON messages
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON messages TO tanabana_app;
--> statement-breakpoint
-- Only a job that could not use the database is repeated; attempts to send are rows of the table.
SELECT pgboss.create_queue('messages', '{
  "policy": "singleton", "notify": true, "retryLimit": 1000, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 300,
  "expireInSeconds": 300, "heartbeatSeconds": 30, "deleteAfterSeconds": 86400
}');
