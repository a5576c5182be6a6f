-- tanabana_app is what a tenant's transaction runs as, for its own length. tanabana_directory is what finds a tenant.
-- They own nothing and can't log in. A role belongs to the whole server, so another database may have made it already.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['tanabana_app', 'tanabana_directory'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
    IF NOT pg_has_role(current_user, role_name, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO %I', role_name, current_user);
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role_name);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON tenants, tenant_hosts TO tanabana_directory;
--> statement-breakpoint
-- FORCE holds the owner of the tables to the policies too: outside of a tenant's transaction nobody sees a row.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'products', 'users', 'tokens', 'orders', 'order_items', 'payments', 'payment_events', 'idempotency_keys'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY own_tenant ON %I
         USING (tenant_id = current_setting(''app.tenant'', true))
         WITH CHECK (tenant_id = current_setting(''app.tenant'', true))',
      tenant_table
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tanabana_app', tenant_table);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT USAGE ON SEQUENCE products_position_seq TO tanabana_app;
