ALTER TABLE "products" ADD COLUMN "translations" jsonb;
--> statement-breakpoint
-- A search also finds products by their translated titles and descriptions.
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
          coalesce((array_agg(DISTINCT value) FILTER (WHERE key = ANY ('{size,sizes}')))[1:50], '{}') AS sizes,
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
            regexp_replace(lower(attribute ->> 'key'), '[^a-z]', '', 'g') AS plain_key, left(btrim(given), 60) COLLATE "C" AS value
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
-- Store info held the texts of products by title. They move to the products, whose shop then has the capability; texts of
-- titles that no product has are dropped, because no page shows them. The policies apply to the owner of the tables
-- (FORCE), so each shop is moved as itself.
DO $$
DECLARE
  shop record;
BEGIN
  FOR shop IN
    SELECT id, record -> 'translations' AS languages FROM tenants
    WHERE jsonb_path_exists(record, '$.translations.*.products')
  LOOP
    PERFORM set_config('app.tenant', shop.id, true);
    UPDATE products SET translations = moved.translations
      FROM (
        SELECT text.key AS title, jsonb_object_agg(language.key, text.value) AS translations
        FROM jsonb_each(shop.languages) AS language,
          jsonb_each(CASE jsonb_typeof(language.value -> 'products') WHEN 'object' THEN language.value -> 'products'
            ELSE '{}' END) AS text
        WHERE jsonb_typeof(text.value) = 'object'
        GROUP BY 1
      ) AS moved
      WHERE products.tenant_id = shop.id AND products.title = moved.title;
    UPDATE tenants SET
      record = jsonb_set(record, '{translations}', (
        SELECT jsonb_object_agg(language.key, language.value - 'products') FROM jsonb_each(shop.languages) AS language
      )) || jsonb_build_object('capabilities',
        coalesce(record -> 'capabilities', '[]') - 'translations' || '["translations"]'),
      updated_at = now()
      WHERE id = shop.id;
  END LOOP;
  PERFORM set_config('app.tenant', '', true);
END $$;
