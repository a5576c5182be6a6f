-- The triggers delete counts of zero after each statement; without these indexes they read the counts of all shops.
CREATE INDEX "product_choices_gone" ON "product_choices" USING btree ("tenant_id") WHERE products = 0;--> statement-breakpoint
CREATE INDEX "product_groups_gone" ON "product_groups" USING btree ("tenant_id") WHERE products = 0;--> statement-breakpoint
CREATE INDEX "product_values_gone" ON "product_values" USING btree ("tenant_id") WHERE products = 0;