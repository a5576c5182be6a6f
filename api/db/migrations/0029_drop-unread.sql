-- Counts the products of each group and nothing else; an update that leaves a product in its group counts nothing.
-- SECURITY DEFINER: shops read the counts, and only this function writes them.
CREATE OR REPLACE FUNCTION count_products() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  changed_rows text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT *, 1 AS change FROM new_products'
    WHEN 'DELETE' THEN 'SELECT *, -1 AS change FROM old_products'
    ELSE 'SELECT *, 1 AS change FROM new_products UNION ALL SELECT *, -1 AS change FROM old_products'
  END;
BEGIN
  EXECUTE format(
    'WITH counted AS MATERIALIZED (
       SELECT tenant_id, group_id, category, parent_category, gender, featured, sum(change) AS change
       FROM (%s) AS changed
       GROUP BY 1, 2, 3, 4, 5, 6
       HAVING sum(change) <> 0
     ), grown AS (
       INSERT INTO product_groups AS known (tenant_id, id, category, parent_category, gender, featured, products)
         SELECT * FROM counted WHERE change > 0
         ON CONFLICT (tenant_id, id) DO UPDATE SET products = known.products + excluded.products
     )
     UPDATE product_groups AS known SET products = known.products + counted.change
       FROM counted
       WHERE known.tenant_id = counted.tenant_id AND known.id = counted.group_id AND counted.change < 0',
    changed_rows
  );
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM product_groups AS known USING (SELECT DISTINCT tenant_id FROM old_products) AS shop
      WHERE known.tenant_id = shop.tenant_id AND known.products = 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TABLE "product_moves" CASCADE;--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "return_path";--> statement-breakpoint
ALTER TABLE "tenants" DROP COLUMN "hold_stock_hours";
