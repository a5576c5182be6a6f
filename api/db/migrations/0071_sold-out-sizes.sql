ALTER TABLE "products" ADD COLUMN "sold_out_sizes" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
-- Filters by size leave out the sizes that are sold out, unless the whole product is.
CREATE OR REPLACE FUNCTION index_products() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  -- An insert that may update fires this for the updates too, of which there are often none.
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (SELECT FROM old_products) THEN
      RETURN NULL;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE product_choices AS known SET products = known.products - gone.products
      FROM (
        SELECT entry.tenant_id, entry.choice_id, count(*) AS products
        FROM old_products AS former
        JOIN product_entries AS entry ON entry.tenant_id = former.tenant_id AND entry.listing_rank = former.listing_rank
        GROUP BY 1, 2
      ) AS gone
      WHERE known.tenant_id = gone.tenant_id AND known.id = gone.choice_id;
  END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM product_entries AS entry USING old_products AS former
      WHERE entry.tenant_id = former.tenant_id AND entry.listing_rank = former.listing_rank;
  ELSE
    WITH described AS MATERIALIZED (
      SELECT tenant_id, listing_rank, created_at, available, group_id, colors, sizes, color_families, fabrics, occasions,
        countries, discount,
        md5(concat(group_id, colors, sizes, color_families, fabrics, occasions, countries, discount, available))::uuid
          AS choice_id,
        coalesce(discounted_price, regular_price) AS price,
        -- A the name, B the kind, C whom it is for, its colours, fabric and occasion, D what is said of it.
        setweight(to_tsvector('simple', left(title, 500) || ' ' || translated_titles), 'A')
          || setweight(to_tsvector('simple', category || ' ' || parent_category), 'B')
          || setweight(to_tsvector('simple', coalesce(gender, '') || ' ' ||
            array_to_string(colors || materials || occasions, ' ')), 'C')
          || setweight(to_tsvector('simple', regexp_replace(
            left(description, 1500) || ' ' || translated_descriptions, '<[^>]*>', ' ', 'g')), 'D')
          AS words
      FROM new_products, LATERAL (
        SELECT
          coalesce((array_agg(DISTINCT value) FILTER (WHERE key = ANY ('{color,colors,colours}')))[1:50], '{}')
            AS colors,
          coalesce((array_agg(DISTINCT value) FILTER (
            WHERE key = ANY ('{size,sizes}') AND NOT (available AND is_sold_out)))[1:50], '{}') AS sizes,
          color_families((array_agg(DISTINCT value) FILTER (WHERE key = ANY ('{color,colors,colour,colours}')))[1:50])
            AS color_families,
          coalesce((array_agg(DISTINCT value) FILTER (WHERE plain_key = ANY ('{fabric,fabrics,material,materials}')))[1:10], '{}')
            AS materials,
          fabrics_in((array_agg(DISTINCT value) FILTER (WHERE plain_key = ANY ('{fabric,fabrics,material,materials}')))[1:10])
            AS fabrics,
          occasions_in((array_agg(DISTINCT value) FILTER (WHERE plain_key = ANY ('{occasion,occasions}')))[1:10])
            AS occasions,
          coalesce((array_agg(DISTINCT value) FILTER (
            WHERE plain_key = ANY ('{countryoforigin,origincountry,madein}')))[1:5], '{}') AS countries,
          CASE WHEN discounted_price < regular_price
            THEN least(50, (regular_price - discounted_price) * 10 / regular_price * 10) ELSE 0 END::smallint AS discount
        FROM (
          SELECT lower(btrim(attribute ->> 'key')) AS key,
            regexp_replace(lower(attribute ->> 'key'), '[^a-z]', '', 'g') AS plain_key, left(btrim(given), 60) COLLATE "C" AS value,
            btrim(given) = ANY (sold_out_sizes) AS is_sold_out
          FROM jsonb_array_elements(CASE jsonb_typeof(attributes) WHEN 'array' THEN attributes ELSE '[]' END)
              AS attribute,
            jsonb_array_elements_text(
              CASE jsonb_typeof(attribute -> 'value') WHEN 'array' THEN attribute -> 'value' ELSE '[]' END
            ) AS given
        ) AS named
        WHERE value <> ''
      ) AS chosen, LATERAL (
        SELECT coalesce(string_agg(left(texts ->> 'title', 500), ' '), '') AS translated_titles,
          coalesce(string_agg(left(texts ->> 'description', 1500), ' '), '') AS translated_descriptions
        FROM jsonb_each(CASE jsonb_typeof(translations) WHEN 'object' THEN translations ELSE '{}' END)
          AS translation (language, texts)
      ) AS translated
    ), counted AS (
      INSERT INTO product_choices AS known (tenant_id, id, group_id, colors, sizes, color_families, fabrics, occasions,
          countries, discount, available, products)
        SELECT tenant_id, choice_id, group_id, colors, sizes, color_families, fabrics, occasions, countries, discount,
          available, count(*)
        FROM described GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        ON CONFLICT (tenant_id, id) DO UPDATE SET products = known.products + excluded.products
    ), spelt AS (
      INSERT INTO product_words (tenant_id, word)
        SELECT tenant_id, word
        FROM (
          SELECT DISTINCT tenant_id, unnest(tsvector_to_array(ts_filter(words, '{a,b,c}'))) AS word FROM described
        ) AS used
        WHERE word ~ '^[a-z]{3,24}$'
        ON CONFLICT DO NOTHING
    )
    INSERT INTO product_entries AS known
        (tenant_id, listing_rank, created_at, available, group_id, choice_id, price, words)
      SELECT tenant_id, listing_rank, created_at, available, group_id, choice_id, price, words FROM described
      ON CONFLICT (tenant_id, listing_rank) DO UPDATE
        SET created_at = excluded.created_at, available = excluded.available, group_id = excluded.group_id, choice_id = excluded.choice_id,
          price = excluded.price, words = excluded.words
        WHERE (known.created_at, known.available, known.group_id, known.choice_id, known.price, known.words)
          IS DISTINCT FROM
          (excluded.created_at, excluded.available, excluded.group_id, excluded.choice_id, excluded.price, excluded.words);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM product_choices AS known USING (SELECT DISTINCT tenant_id FROM old_products) AS shop
      WHERE known.tenant_id = shop.tenant_id AND known.products = 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The policies apply to the owner of the tables (FORCE), so the products of each shop are written as that shop.
DO $$
DECLARE
  shop record;
BEGIN
  FOR shop IN SELECT id FROM tenants LOOP
    PERFORM set_config('app.tenant', shop.id, true);
    UPDATE products SET sold_out_sizes = implied.sizes
      FROM (
        SELECT id, coalesce(
          (
            SELECT array(
              SELECT size FROM jsonb_array_elements_text(option -> 'values') WITH ORDINALITY AS listed (size, place)
              WHERE NOT EXISTS (
                SELECT FROM product_variants AS variant
                WHERE variant.tenant_id = shop.id AND variant.product_id = product.id
                  AND (variant.stock IS NULL OR variant.stock > 0 OR variant.sells_beyond_stock)
                  AND variant.options ->> (option ->> 'name') = size
              )
              ORDER BY listed.place
            )
            FROM jsonb_array_elements(options) WITH ORDINALITY AS named (option, place)
            WHERE lower(btrim(option ->> 'name')) IN ('size', 'sizes')
            ORDER BY named.place LIMIT 1
          ),
          array(
            SELECT btrim(size #>> '{}')
            FROM jsonb_path_query(attributes, '$[*]') AS attribute, jsonb_path_query(attribute, '$.value[*]') AS size
            WHERE lower(btrim(attribute ->> 'key')) IN ('size', 'sizes') AND lower(btrim(size #>> '{}')) IN (
              SELECT lower(btrim(named #>> '{}'))
              FROM jsonb_path_query(attributes, '$[*]') AS other, jsonb_path_query(other, '$.value[*]') AS named
              WHERE regexp_replace(lower(other ->> 'key'), '[^a-z]', '', 'g') = 'soldout'
            )
          )
        ) AS sizes
        FROM products AS product WHERE tenant_id = shop.id
      ) AS implied
      WHERE products.tenant_id = shop.id AND products.id = implied.id AND implied.sizes <> '{}';
  END LOOP;
  PERFORM set_config('app.tenant', '', true);
END $$;
