-- A purge that a storefront or an edge cache missed is repeated for about two hours.
UPDATE pgboss.queue SET retry_limit = 30, retry_delay_max = 300 WHERE name = 'purges';
