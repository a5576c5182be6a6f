CREATE TABLE "product_choices" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"colors" text[] NOT NULL,
	"sizes" text[] NOT NULL,
	"products" bigint NOT NULL,
	CONSTRAINT "product_choices_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_entries" (
	"tenant_id" text NOT NULL,
	"listing_rank" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"group_id" uuid NOT NULL,
	"choice_id" uuid NOT NULL,
	"price" bigint NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "product_entries_tenant_id_listing_rank_pk" PRIMARY KEY("tenant_id","listing_rank")
);
--> statement-breakpoint
-- Ranges of words are read by their bytes, whatever the language of the server.
CREATE TABLE "product_words" (
	"tenant_id" text NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	CONSTRAINT "product_words_tenant_id_word_pk" PRIMARY KEY("tenant_id","word")
);
--> statement-breakpoint
ALTER TABLE "product_choices" ADD CONSTRAINT "product_choices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_entries" ADD CONSTRAINT "product_entries_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_words" ADD CONSTRAINT "product_words_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_entries_choice" ON "product_entries" USING btree ("tenant_id","choice_id","created_at" DESC NULLS FIRST,"listing_rank" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_entries_price" ON "product_entries" USING btree ("tenant_id","price","listing_rank");--> statement-breakpoint
-- SECURITY DEFINER: shops read what their products are found by, and only this function writes it. A word stays when
-- its last product goes: a misspelt word is then led to one that finds nothing, as it would have found nothing itself.
CREATE FUNCTION index_products() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
      SELECT tenant_id, listing_rank, created_at, group_id, colors, sizes,
        md5(group_id::text || colors::text || sizes::text)::uuid AS choice_id,
        coalesce(discounted_price, regular_price) AS price,
        -- A the name, B the kind, C whom it is for and its colours, D what is said of it.
        setweight(to_tsvector('simple', left(title, 500)), 'A')
          || setweight(to_tsvector('simple', category || ' ' || parent_category), 'B')
          || setweight(to_tsvector('simple', coalesce(gender, '') || ' ' || array_to_string(colors, ' ')), 'C')
          || setweight(to_tsvector('simple', regexp_replace(left(description, 1500), '<[^>]*>', ' ', 'g')), 'D')
          AS words
      FROM new_products, LATERAL (
        SELECT
          coalesce((array_agg(DISTINCT value) FILTER (WHERE key = ANY ('{color,colors,colours}')))[1:50], '{}')
            AS colors,
          coalesce((array_agg(DISTINCT value) FILTER (WHERE key = ANY ('{size,sizes}')))[1:50], '{}') AS sizes
        FROM (
          SELECT lower(btrim(attribute ->> 'key')) AS key, left(btrim(given), 60) COLLATE "C" AS value
          FROM jsonb_array_elements(CASE jsonb_typeof(attributes) WHEN 'array' THEN attributes ELSE '[]' END)
              AS attribute,
            jsonb_array_elements_text(
              CASE jsonb_typeof(attribute -> 'value') WHEN 'array' THEN attribute -> 'value' ELSE '[]' END
            ) AS given
        ) AS named
        WHERE value <> ''
      ) AS chosen
    ), counted AS (
      INSERT INTO product_choices AS known (tenant_id, id, group_id, colors, sizes, products)
        SELECT tenant_id, choice_id, group_id, colors, sizes, count(*) FROM described GROUP BY 1, 2, 3, 4, 5
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
    INSERT INTO product_entries AS known (tenant_id, listing_rank, created_at, group_id, choice_id, price, words)
      SELECT tenant_id, listing_rank, created_at, group_id, choice_id, price, words FROM described
      ON CONFLICT (tenant_id, listing_rank) DO UPDATE
        SET created_at = excluded.created_at, group_id = excluded.group_id, choice_id = excluded.choice_id,
          price = excluded.price, words = excluded.words
        WHERE (known.created_at, known.group_id, known.choice_id, known.price, known.words)
          IS DISTINCT FROM
          (excluded.created_at, excluded.group_id, excluded.choice_id, excluded.price, excluded.words);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM product_choices AS known USING (SELECT DISTINCT tenant_id FROM old_products) AS shop
      WHERE known.tenant_id = shop.tenant_id AND known.products = 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION index_products() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER index_inserted_products AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_products
  FOR EACH STATEMENT EXECUTE FUNCTION index_products();
--> statement-breakpoint
CREATE TRIGGER index_updated_products AFTER UPDATE ON products
  REFERENCING OLD TABLE AS old_products NEW TABLE AS new_products
  FOR EACH STATEMENT EXECUTE FUNCTION index_products();
--> statement-breakpoint
CREATE TRIGGER index_deleted_products AFTER DELETE ON products
  REFERENCING OLD TABLE AS old_products
  FOR EACH STATEMENT EXECUTE FUNCTION index_products();
--> statement-breakpoint
-- Products that exist are indexed as if they were written anew. The owner of the tables is held to the policies
-- (FORCE), so they step aside for it, and come to the new tables afterwards.
ALTER TABLE products NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE products SET title = title;
--> statement-breakpoint
ALTER TABLE products FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['product_choices', 'product_entries', 'product_words'] LOOP
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
