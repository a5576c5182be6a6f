#!/bin/sh
# Run once by the postgres image on an empty volume: a login that owns its database and no more, so that row-level
# security holds whatever it does. docs/deploy.md
set -eu
psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set password="$SHOP_PASSWORD" <<'SQL'
create role tanabana login password :'password';
create role tanabana_app nologin;
create role tanabana_directory nologin;
grant tanabana_app, tanabana_directory to tanabana;
create database tanabana owner tanabana encoding 'UTF8' template template0;
SQL
