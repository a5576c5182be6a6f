CREATE TABLE "money_entries" (
	"tenant_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "money_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_number" text NOT NULL,
	"payment_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "money_entries_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"tenant_id" text NOT NULL,
	"order_number" text NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"status" smallint,
	"subject" text,
	"actor" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_events_tenant_id_order_number_sequence_pk" PRIMARY KEY("tenant_id","order_number","sequence")
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"tenant_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"variant_id" text NOT NULL,
	"reason" text NOT NULL,
	"stock" integer NOT NULL,
	"held" integer NOT NULL,
	"order_number" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "parcel" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "mismatch" jsonb;--> statement-breakpoint
ALTER TABLE "money_entries" ADD CONSTRAINT "money_entries_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_entries" ADD CONSTRAINT "money_entries_tenant_id_payment_id_payments_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payment_id") REFERENCES "public"."payments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_tenant_id_order_number_orders_tenant_id_number_fk" FOREIGN KEY ("tenant_id","order_number") REFERENCES "public"."orders"("tenant_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_entries_payment" ON "money_entries" USING btree ("tenant_id","payment_id");--> statement-breakpoint
CREATE INDEX "stock_movements_variant" ON "stock_movements" USING btree ("tenant_id","variant_id");--> statement-breakpoint
CREATE INDEX "stock_movements_order" ON "stock_movements" USING btree ("tenant_id","order_number") WHERE "stock_movements"."order_number" is not null;;
--> statement-breakpoint
-- The owner is subject to the forced row-level security too.
DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY[
    'orders', 'order_items', 'order_steps', 'order_returns', 'payments', 'payment_refunds', 'product_variants'
  ] LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', source);
  END LOOP;
END $$;
--> statement-breakpoint
INSERT INTO order_events (tenant_id, order_number, sequence, kind, status, subject, actor, created_at)
SELECT tenant_id, order_number,
  row_number() OVER (PARTITION BY tenant_id, order_number ORDER BY at, rank, subject), kind, status, subject, actor, at
FROM (
  SELECT tenant_id, number AS order_number, created_at AS at, 0 AS rank, 'order.created' AS kind, 0 AS status,
    NULL AS subject, 'shopper' AS actor
  FROM orders
  UNION ALL
  SELECT step.tenant_id, step.order_number, step.reached_at, 10 * step.status,
    CASE step.status
      WHEN 1 THEN CASE WHEN orders.paid_at = step.reached_at THEN 'order.paid' ELSE 'order.accepted' END
      WHEN 2 THEN 'order.shipped'
      WHEN 3 THEN 'order.delivered'
      ELSE 'order.cancelled'
    END,
    step.status, NULL, NULL
  FROM order_steps step
  JOIN orders ON orders.tenant_id = step.tenant_id AND orders.number = step.order_number
  UNION ALL
  SELECT tenant_id, number, paid_at, 1, 'order.paid', NULL, NULL, NULL
  FROM orders
  WHERE paid_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM order_steps step
    WHERE step.tenant_id = orders.tenant_id AND step.order_number = orders.number
      AND step.status = 1 AND step.reached_at = orders.paid_at)
  UNION ALL
  SELECT tenant_id, order_number, settled_at, 2, 'payment.failed', NULL, id, 'provider'
  FROM payments
  WHERE status = 'declined' AND settled_at IS NOT NULL
  UNION ALL
  SELECT payments.tenant_id, payments.order_number, greatest(payments.settled_at, step.reached_at), 41, 'refund.due', NULL,
    payments.id, NULL
  FROM payments
  LEFT JOIN order_steps step
    ON step.tenant_id = payments.tenant_id AND step.order_number = payments.order_number AND step.status = 4
  WHERE payments.status = 'refund due' AND payments.settled_at IS NOT NULL
  UNION ALL
  SELECT refund.tenant_id, payments.order_number, refund.refunded_at, 42, 'refund.made', NULL, payments.id, 'merchant'
  FROM payment_refunds refund
  JOIN payments ON payments.tenant_id = refund.tenant_id AND payments.id = refund.payment_id
  UNION ALL
  SELECT tenant_id, order_number, created_at, 43, 'return.requested', NULL, id, 'shopper'
  FROM order_returns
  UNION ALL
  SELECT tenant_id, order_number, decided_at, 44, 'return.decided', NULL, id, 'merchant'
  FROM order_returns
  WHERE decided_at IS NOT NULL
) known;
--> statement-breakpoint
INSERT INTO money_entries (tenant_id, order_number, payment_id, kind, amount, created_at)
SELECT tenant_id, order_number, id, 'receipt', amount, coalesce(settled_at, created_at)
FROM payments
WHERE status IN ('paid', 'refund due', 'refunded')
ORDER BY settled_at, id;
--> statement-breakpoint
INSERT INTO money_entries (tenant_id, order_number, payment_id, kind, amount, created_at)
SELECT tenant_id, order_number, id, 'due', amount - coalesce((
    SELECT sum(refund.amount) FROM payment_refunds refund
    WHERE refund.tenant_id = payments.tenant_id AND refund.payment_id = payments.id
  ), 0), coalesce(settled_at, created_at)
FROM payments
WHERE status = 'refund due'
ORDER BY settled_at, id;
--> statement-breakpoint
CREATE TEMPORARY TABLE held_pieces ON COMMIT DROP AS
SELECT item.tenant_id, item.order_number, item.variant_id, orders.created_at, sum(item.quantity)::int AS pieces,
  variant.stock IS NOT NULL AS is_counted
FROM order_items item
JOIN orders ON orders.tenant_id = item.tenant_id AND orders.number = item.order_number
LEFT JOIN product_variants variant ON variant.tenant_id = item.tenant_id AND variant.id = item.variant_id
WHERE item.holds_stock AND orders.status IN (0, 1, 2)
GROUP BY item.tenant_id, item.order_number, item.variant_id, orders.created_at, variant.stock;
--> statement-breakpoint
INSERT INTO stock_movements (tenant_id, variant_id, reason, stock, held)
SELECT variant.tenant_id, variant.id, 'count', variant.stock + coalesce(sum(held.pieces), 0), 0
FROM product_variants variant
LEFT JOIN held_pieces held ON held.tenant_id = variant.tenant_id AND held.variant_id = variant.id
WHERE variant.stock IS NOT NULL
GROUP BY variant.tenant_id, variant.id, variant.stock
HAVING variant.stock + coalesce(sum(held.pieces), 0) <> 0
ORDER BY variant.tenant_id, variant.id;
--> statement-breakpoint
INSERT INTO stock_movements (tenant_id, variant_id, reason, stock, held, order_number, created_at)
SELECT tenant_id, variant_id, 'hold', CASE WHEN is_counted THEN -pieces ELSE 0 END, pieces, order_number, created_at
FROM held_pieces
ORDER BY created_at, order_number;
--> statement-breakpoint
DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY[
    'orders', 'order_items', 'order_steps', 'order_returns', 'payments', 'payment_refunds', 'product_variants',
    'order_events', 'money_entries', 'stock_movements'
  ] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', source);
  END LOOP;
  -- Append-only: what is written is never changed.
  FOREACH source IN ARRAY ARRAY['order_events', 'money_entries', 'stock_movements'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', source);
    EXECUTE format(
      'CREATE POLICY own_tenant ON %I
         USING (tenant_id = current_setting(''app.tenant'', true))
         WITH CHECK (tenant_id = current_setting(''app.tenant'', true))',
      source
    );
    EXECUTE format('GRANT SELECT, INSERT ON %I TO tanabana_app', source);
  END LOOP;
END $$;
