CREATE TABLE "product_groups" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"category" text NOT NULL,
	"parent_category" text NOT NULL,
	"gender" text,
	"featured" boolean NOT NULL,
	"products" bigint NOT NULL,
	CONSTRAINT "product_groups_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_moves" (
	"tenant_id" text NOT NULL,
	"version" bigint NOT NULL,
	"newest_at" timestamp with time zone NOT NULL,
	"newest_rank" bigint NOT NULL,
	"oldest_at" timestamp with time zone NOT NULL,
	"oldest_rank" bigint NOT NULL,
	CONSTRAINT "product_moves_tenant_id_version_pk" PRIMARY KEY("tenant_id","version")
);
--> statement-breakpoint
DROP INDEX "products_category";--> statement-breakpoint
DROP INDEX "products_parent_category";--> statement-breakpoint
DROP INDEX "products_gender";--> statement-breakpoint
DROP INDEX "products_listing";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "listing_rank" bigint GENERATED ALWAYS AS (-"position") STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "group_id" uuid GENERATED ALWAYS AS (md5(md5("category") || md5("parent_category") || coalesce(md5("gender"), '') || "featured"::text)::uuid) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "product_groups" ADD CONSTRAINT "product_groups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_moves" ADD CONSTRAINT "product_moves_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_group" ON "products" USING btree ("tenant_id","group_id","created_at" DESC NULLS FIRST,"listing_rank" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "products_listing" ON "products" USING btree ("tenant_id","created_at" DESC NULLS FIRST,"listing_rank" DESC NULLS FIRST);