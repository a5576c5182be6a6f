-- The owner of the tables is held to the policies (FORCE), so they step aside while the products that exist are counted.
ALTER TABLE products NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO product_groups (tenant_id, id, category, parent_category, gender, featured, products)
  SELECT tenant_id, group_id, category, parent_category, gender, featured, count(*)
  FROM products
  GROUP BY tenant_id, group_id, category, parent_category, gender, featured;
--> statement-breakpoint
ALTER TABLE products FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['product_groups', 'product_moves'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY own_tenant ON %I
         USING (tenant_id = current_setting(''app.tenant'', true))
         WITH CHECK (tenant_id = current_setting(''app.tenant'', true))',
      tenant_table
    );
    EXECUTE format('GRANT SELECT ON %I TO tanabana_app', tenant_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- Writers of one shop's products take turns, from before their first row on: counts that two of them change would
-- otherwise make them wait for each other's rows in either order. A cascade from tenants has no tenant and no turn.
CREATE FUNCTION await_turn_for_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('products of ' || tenant, 0))
    FROM (SELECT nullif(current_setting('app.tenant', true), '') AS tenant) AS setting
    WHERE tenant IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- SECURITY DEFINER: shops read the counts and only this function writes them. What an update leaves in its place of
-- the listing and in its group sums up to nothing and is dropped: a new price is no move.
CREATE FUNCTION count_products() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  changed_rows text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT *, 1 AS change FROM new_products'
    WHEN 'DELETE' THEN 'SELECT *, -1 AS change FROM old_products'
    ELSE 'SELECT *, 1 AS change FROM new_products UNION ALL SELECT *, -1 AS change FROM old_products'
  END;
  shop record;
BEGIN
  FOR shop IN EXECUTE format(
    'WITH moved AS MATERIALIZED (
       SELECT tenant_id, group_id, category, parent_category, gender, featured, created_at, listing_rank,
         sum(change) AS change
       FROM (%s) AS changed
       GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
       HAVING sum(change) <> 0
     ), counted AS (
       SELECT tenant_id, group_id, category, parent_category, gender, featured, sum(change) AS change
       FROM moved
       GROUP BY 1, 2, 3, 4, 5, 6
     ), grown AS (
       INSERT INTO product_groups AS known (tenant_id, id, category, parent_category, gender, featured, products)
         SELECT * FROM counted WHERE change > 0
         ON CONFLICT (tenant_id, id) DO UPDATE SET products = known.products + excluded.products
     ), shrunk AS (
       UPDATE product_groups AS known SET products = known.products + counted.change
         FROM counted
         WHERE known.tenant_id = counted.tenant_id AND known.id = counted.group_id AND counted.change < 0
     )
     INSERT INTO product_moves (tenant_id, version, newest_at, newest_rank, oldest_at, oldest_rank)
       SELECT tenant_id,
         -- The first version is the moment in microseconds: a shop that is made anew never meets its former numbers.
         coalesce(
           (SELECT max(version) + 1 FROM product_moves AS earlier WHERE earlier.tenant_id = moved.tenant_id),
           (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
         ),
         max(created_at), max(listing_rank), min(created_at), min(listing_rank)
       FROM moved
       -- A shop that is being deleted takes its products along; what it no longer has needs no record.
       WHERE EXISTS (SELECT FROM tenants WHERE tenants.id = moved.tenant_id)
       GROUP BY tenant_id
       RETURNING tenant_id, version',
    changed_rows
  ) LOOP
    DELETE FROM product_groups WHERE tenant_id = shop.tenant_id AND products = 0;
    DELETE FROM product_moves WHERE tenant_id = shop.tenant_id AND version <= shop.version - 64;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION count_products() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER await_turn_for_products BEFORE INSERT OR UPDATE OR DELETE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION await_turn_for_products();
--> statement-breakpoint
CREATE TRIGGER count_inserted_products AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_products
  FOR EACH STATEMENT EXECUTE FUNCTION count_products();
--> statement-breakpoint
CREATE TRIGGER count_updated_products AFTER UPDATE ON products
  REFERENCING OLD TABLE AS old_products NEW TABLE AS new_products
  FOR EACH STATEMENT EXECUTE FUNCTION count_products();
--> statement-breakpoint
CREATE TRIGGER count_deleted_products AFTER DELETE ON products
  REFERENCING OLD TABLE AS old_products
  FOR EACH STATEMENT EXECUTE FUNCTION count_products();
