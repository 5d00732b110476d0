#!/bin/sh
# Runs once, when the database is created. Every service has its own login and may only act as its own role; the migration step owns the
# schemas and grants the rest.
set -eu

# The arguments of a program are in the list of processes, which everybody on the machine can read; its environment is not.
login() {
  user=$1 role=$2 password=$(cat "/run/secrets/$3")
  LOGIN_PASSWORD=$password psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<SQL
\getenv password LOGIN_PASSWORD
CREATE ROLE $role NOLOGIN;
CREATE ROLE $user LOGIN NOINHERIT PASSWORD :'password' IN ROLE $role;
SQL
}

login gateway vigia_gateway gateway_password
login profile_loader vigia_loader profile_loader_password
login billing vigia_billing billing_password
login webhook_dispatcher vigia_dispatcher webhook_dispatcher_password
login data_importer vigia_importer data_importer_password
