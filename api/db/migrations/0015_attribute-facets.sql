CREATE TABLE "product_values" (
	"tenant_id" text NOT NULL,
	"group_id" uuid NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"products" bigint NOT NULL,
	CONSTRAINT "product_values_tenant_id_group_id_facet_value_pk" PRIMARY KEY("tenant_id","group_id","facet","value")
);
--> statement-breakpoint
ALTER TABLE "product_choices" ADD COLUMN "color_families" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_choices" ADD COLUMN "fabrics" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_choices" ADD COLUMN "occasions" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_choices" ADD COLUMN "countries" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_choices" ADD COLUMN "discount" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_choices" ADD COLUMN "available" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_entries" ADD COLUMN "available" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_values" ADD CONSTRAINT "product_values_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The families of colour names such as "Powder Blue" or "White/Yellow". The same shades as in modules/search/colors.ts.
CREATE FUNCTION color_families(names text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT family), '{}')
  FROM unnest(names) AS name, regexp_split_to_table(lower(name), '[\s/,;:&+().|-]+') AS word,
    jsonb_array_elements_text('{
    "red": ["Red"], "lal": ["Red"], "laal": ["Red"], "लाल": ["Red"], "madder": ["Red"], "manjistha": ["Red"],
    "मजीठ": ["Red"], "maroon": ["Red"], "mehroon": ["Red"], "मैरून": ["Red"], "महरून": ["Red"],
    "rust": ["Red","Orange","Brown"], "wine": ["Red"], "वाइन": ["Red"], "crimson": ["Red"], "scarlet": ["Red"],
    "ruby": ["Red"], "burgundy": ["Red"], "oxblood": ["Red"], "cherry": ["Red"], "brick": ["Red"],
    "vermilion": ["Red"], "sindoori": ["Red"], "सिंदूरी": ["Red"], "carmine": ["Red"], "garnet": ["Red"],
    "pink": ["Pink"], "gulabi": ["Pink"], "गुलाबी": ["Pink"], "पिंक": ["Pink"], "rani": ["Pink"],
    "रानी": ["Pink"], "rose": ["Pink"], "blush": ["Pink"], "magenta": ["Pink"], "fuchsia": ["Pink"],
    "peach": ["Pink","Orange"], "आड़ू": ["Pink","Orange"], "coral": ["Pink","Orange"], "salmon": ["Pink"],
    "flamingo": ["Pink"], "onion": ["Pink"], "orange": ["Orange"], "narangi": ["Orange"], "santri": ["Orange"],
    "नारंगी": ["Orange"], "संतरी": ["Orange"], "saffron": ["Orange"], "kesari": ["Orange"],
    "bhagwa": ["Orange"], "केसरी": ["Orange"], "भगवा": ["Orange"], "marigold": ["Orange","Yellow"],
    "genda": ["Orange","Yellow"], "terracotta": ["Orange","Brown"], "apricot": ["Orange"],
    "tangerine": ["Orange"], "amber": ["Orange"], "yellow": ["Yellow"], "peela": ["Yellow"],
    "pila": ["Yellow"], "peeli": ["Yellow"], "pili": ["Yellow"], "पीला": ["Yellow"], "पीली": ["Yellow"],
    "पीले": ["Yellow"], "mustard": ["Yellow"], "sarson": ["Yellow"], "सरसों": ["Yellow"],
    "turmeric": ["Yellow"], "haldi": ["Yellow"], "हल्दी": ["Yellow"], "lemon": ["Yellow"], "ochre": ["Yellow"],
    "canary": ["Yellow"], "sunflower": ["Yellow"], "basanti": ["Yellow"], "बसंती": ["Yellow"],
    "green": ["Green"], "hara": ["Green"], "hari": ["Green"], "हरा": ["Green"], "हरी": ["Green"],
    "हरे": ["Green"], "olive": ["Green"], "जैतूनी": ["Green"], "sage": ["Green"], "mint": ["Green"],
    "pudina": ["Green"], "forest": ["Green"], "emerald": ["Green"], "panna": ["Green"], "bottle": ["Green"],
    "teal": ["Green","Blue"], "mehendi": ["Green"], "mehndi": ["Green"], "henna": ["Green"],
    "मेहंदी": ["Green"], "pista": ["Green"], "pistachio": ["Green"], "lime": ["Green"], "moss": ["Green"],
    "jade": ["Green"], "fern": ["Green"], "parrot": ["Green"], "seafoam": ["Green"], "blue": ["Blue"],
    "neela": ["Blue"], "nila": ["Blue"], "neeli": ["Blue"], "nili": ["Blue"], "नीला": ["Blue"],
    "नीली": ["Blue"], "नीले": ["Blue"], "ब्लू": ["Blue"], "indigo": ["Blue"], "neel": ["Blue"],
    "इंडिगो": ["Blue"], "नील": ["Blue"], "navy": ["Blue"], "नेवी": ["Blue"], "sky": ["Blue"],
    "aasmani": ["Blue"], "asmani": ["Blue"], "आसमानी": ["Blue"], "cobalt": ["Blue"], "turquoise": ["Blue"],
    "firozi": ["Blue"], "फ़िरोज़ी": ["Blue"], "फिरोजी": ["Blue"], "azure": ["Blue"], "cyan": ["Blue"],
    "aqua": ["Blue"], "sapphire": ["Blue"], "cerulean": ["Blue"], "midnight": ["Blue"], "purple": ["Purple"],
    "baingani": ["Purple"], "jamuni": ["Purple"], "बैंगनी": ["Purple"], "जामुनी": ["Purple"],
    "lilac": ["Purple"], "lavender": ["Purple"], "violet": ["Purple"], "plum": ["Purple"], "mauve": ["Purple"],
    "aubergine": ["Purple"], "grape": ["Purple"], "amethyst": ["Purple"], "orchid": ["Purple"],
    "brown": ["Brown"], "bhura": ["Brown"], "bhoora": ["Brown"], "भूरा": ["Brown"], "भूरी": ["Brown"],
    "tan": ["Brown"], "chocolate": ["Brown"], "coffee": ["Brown"], "mocha": ["Brown"], "camel": ["Brown"],
    "walnut": ["Brown"], "chestnut": ["Brown"], "cinnamon": ["Brown"], "copper": ["Brown"],
    "kathai": ["Brown"], "कत्थई": ["Brown"], "beige": ["Beige"], "बेज": ["Beige"], "sand": ["Beige"],
    "stone": ["Beige"], "natural": ["Beige"], "khaki": ["Beige"], "खाकी": ["Beige"], "fawn": ["Beige"],
    "nude": ["Beige"], "oatmeal": ["Beige"], "taupe": ["Beige"], "ecru": ["Beige","White"],
    "champagne": ["Beige"], "almond": ["Beige"], "white": ["White"], "safed": ["White"], "safaid": ["White"],
    "सफ़ेद": ["White"], "सफेद": ["White"], "व्हाइट": ["White"], "ivory": ["White"], "cream": ["White"],
    "क्रीम": ["White"], "pearl": ["White"], "chalk": ["White"], "snow": ["White"], "eggshell": ["White"],
    "grey": ["Grey"], "gray": ["Grey"], "saleti": ["Grey"], "slaty": ["Grey"], "सलेटी": ["Grey"],
    "स्लेटी": ["Grey"], "ग्रे": ["Grey"], "charcoal": ["Grey"], "slate": ["Grey"], "heather": ["Grey"],
    "ash": ["Grey"], "smoke": ["Grey"], "graphite": ["Grey"], "steel": ["Grey"], "black": ["Black"],
    "kala": ["Black"], "kaala": ["Black"], "kali": ["Black"], "kaali": ["Black"], "काला": ["Black"],
    "काली": ["Black"], "काले": ["Black"], "ब्लैक": ["Black"], "jet": ["Black"], "onyx": ["Black"],
    "ebony": ["Black"], "gold": ["Gold"], "golden": ["Gold"], "sunehra": ["Gold"], "sunehri": ["Gold"],
    "सुनहरा": ["Gold"], "सुनहरी": ["Gold"], "brass": ["Gold"], "silver": ["Silver"], "chandi": ["Silver"],
    "rupahala": ["Silver"], "चांदी": ["Silver"], "रुपहला": ["Silver"], "oxidised": ["Silver"],
    "platinum": ["Silver"], "multicolour": ["Multicolour"], "multicolor": ["Multicolour"],
    "multi": ["Multicolour"], "multicoloured": ["Multicolour"], "rangeen": ["Multicolour"],
    "रंगीन": ["Multicolour"], "बहुरंगी": ["Multicolour"]
    }'::jsonb -> word) AS family
$$;
--> statement-breakpoint
-- The fabrics that texts such as "Cotton with 2% elastane" name, else the text up to its first comma.
CREATE FUNCTION fabrics_in(texts text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH named AS (
    SELECT given, '{
    "cotton": "Cotton", "suti": "Cotton", "sooti": "Cotton", "mul": "Cotton", "mulmul": "Cotton",
    "cambric": "Cotton", "poplin": "Cotton", "सूती": "Cotton", "कॉटन": "Cotton", "silk": "Silk",
    "resham": "Silk", "सिल्क": "Silk", "रेशम": "Silk", "artsilk": "Art silk", "linen": "Linen",
    "flax": "Linen", "लिनन": "Linen", "wool": "Wool", "woollen": "Wool", "woolen": "Wool", "merino": "Wool",
    "ऊन": "Wool", "ऊनी": "Wool", "pashmina": "Pashmina", "cashmere": "Cashmere", "khadi": "Khadi",
    "खादी": "Khadi", "viscose": "Viscose", "rayon": "Rayon", "modal": "Modal", "lyocell": "Lyocell",
    "tencel": "Lyocell", "georgette": "Georgette", "chiffon": "Chiffon", "crepe": "Crepe", "crêpe": "Crepe",
    "satin": "Satin", "velvet": "Velvet", "organza": "Organza", "net": "Net", "chanderi": "Chanderi",
    "tussar": "Tussar", "tussah": "Tussar", "tasar": "Tussar", "brocade": "Brocade", "denim": "Denim",
    "corduroy": "Corduroy", "fleece": "Fleece", "leather": "Leather", "fauxleather": "Faux leather",
    "leatherette": "Faux leather", "suede": "Suede", "polyester": "Polyester", "nylon": "Nylon",
    "acrylic": "Acrylic", "jute": "Jute", "hemp": "Hemp", "bamboo": "Bamboo"
    }'::jsonb ->> word AS fabric
    FROM unnest(texts) AS given,
      regexp_split_to_table(
        regexp_replace(
          regexp_replace(lower(given), '\m(?:art|artificial)[ -]+silk\M', 'artsilk', 'g'),
          '\m(?:faux|vegan|pu|artificial)[ -]+leather\M', 'fauxleather', 'g'
        ),
        '[\s/,;:&+().|-]+'
      ) AS word
  ), found AS (
    SELECT fabric FROM named WHERE fabric IS NOT NULL
    UNION
    SELECT upper(left(first, 1)) || substr(first, 2)
    FROM (SELECT given, btrim(split_part(given, ',', 1)) AS first FROM named GROUP BY 1 HAVING count(fabric) = 0) AS other
    WHERE first <> ''
  )
  SELECT coalesce(array_agg(fabric ORDER BY fabric COLLATE "C"), '{}') FROM found
$$;
--> statement-breakpoint
-- The occasions of texts such as "Everyday and festive".
CREATE FUNCTION occasions_in(texts text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce((array_agg(DISTINCT upper(left(word, 1)) || substr(word, 2)))[1:10], '{}')
  FROM unnest(texts) AS given, regexp_split_to_table(given, '\s*(?:[,/;&|]|\mand\M)\s*', 'i') AS word
  WHERE word <> ''
$$;
--> statement-breakpoint
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
        setweight(to_tsvector('simple', left(title, 500)), 'A')
          || setweight(to_tsvector('simple', category || ' ' || parent_category), 'B')
          || setweight(to_tsvector('simple', coalesce(gender, '') || ' ' ||
            array_to_string(colors || materials || occasions, ' ')), 'C')
          || setweight(to_tsvector('simple', regexp_replace(left(description, 1500), '<[^>]*>', ' ', 'g')), 'D')
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
      ) AS chosen
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
-- The choices of products that exist are counted again, with their values. The policies also apply to the owner of the
-- tables (FORCE), so they step aside meanwhile.
ALTER TABLE products NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE product_choices NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE product_entries NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE product_words NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
DELETE FROM product_choices;
--> statement-breakpoint
-- SECURITY DEFINER: shops read the counts, and only this function writes them. The choices count the products.
CREATE FUNCTION count_product_values() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  changed_choices text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT *, products AS change FROM new_choices'
    WHEN 'DELETE' THEN 'SELECT *, -products AS change FROM old_choices'
    ELSE 'SELECT *, products AS change FROM new_choices UNION ALL SELECT *, -products AS change FROM old_choices'
  END;
BEGIN
  EXECUTE format(
    'WITH moved AS MATERIALIZED (
       SELECT tenant_id, group_id, colors, sizes, color_families, fabrics, occasions, countries, discount, available,
         sum(change) AS change
       FROM (%s) AS changed
       GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
       HAVING sum(change) <> 0
     )
     INSERT INTO product_values AS known (tenant_id, group_id, facet, value, products)
       SELECT tenant_id, group_id, facet, value, sum(change)
       FROM moved, LATERAL (
         SELECT ''colors'', unnest(colors)
         UNION ALL SELECT ''sizes'', unnest(sizes)
         UNION ALL SELECT ''color_families'', unnest(color_families)
         UNION ALL SELECT ''fabrics'', unnest(fabrics)
         UNION ALL SELECT ''occasions'', unnest(occasions)
         UNION ALL SELECT ''countries'', unnest(CASE countries WHEN ''{}'' THEN ''{""}'' ELSE countries END)
         UNION ALL SELECT ''discount'', discount::text
         UNION ALL SELECT ''available'', available::text
       ) AS named (facet, value)
       -- A shop that is being deleted takes its products along.
       WHERE EXISTS (SELECT FROM tenants WHERE tenants.id = moved.tenant_id)
       GROUP BY 1, 2, 3, 4
       HAVING sum(change) <> 0
       ON CONFLICT (tenant_id, group_id, facet, value) DO UPDATE SET products = known.products + excluded.products',
    changed_choices
  );
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM product_values AS known USING (SELECT DISTINCT tenant_id FROM old_choices) AS shop
      WHERE known.tenant_id = shop.tenant_id AND known.products = 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION count_product_values() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER count_inserted_values AFTER INSERT ON product_choices
  REFERENCING NEW TABLE AS new_choices
  FOR EACH STATEMENT EXECUTE FUNCTION count_product_values();
--> statement-breakpoint
CREATE TRIGGER count_updated_values AFTER UPDATE ON product_choices
  REFERENCING OLD TABLE AS old_choices NEW TABLE AS new_choices
  FOR EACH STATEMENT EXECUTE FUNCTION count_product_values();
--> statement-breakpoint
CREATE TRIGGER count_deleted_values AFTER DELETE ON product_choices
  REFERENCING OLD TABLE AS old_choices
  FOR EACH STATEMENT EXECUTE FUNCTION count_product_values();
--> statement-breakpoint
UPDATE products SET title = title;
--> statement-breakpoint
ALTER TABLE products FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE product_choices FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE product_entries FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE product_words FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "product_values" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "product_values" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_tenant ON "product_values"
  USING (tenant_id = current_setting('app.tenant', true))
  WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
GRANT SELECT ON "product_values" TO tanabana_app;
--> statement-breakpoint
CREATE INDEX "product_entries_shown" ON "product_entries" USING btree ("tenant_id","available","created_at" DESC NULLS FIRST,"listing_rank" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "product_entries_price_shown" ON "product_entries" USING btree ("tenant_id","available","price","listing_rank");
--> statement-breakpoint
CREATE INDEX "products_shown" ON "products" USING btree ("tenant_id","available" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"listing_rank" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "products_group_shown" ON "products" USING btree ("tenant_id","group_id","available" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"listing_rank" DESC NULLS FIRST);
