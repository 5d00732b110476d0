#!/bin/sh
# Makes every secret of a first deployment in deploy/secrets, and keeps existing ones.
set -eu
cd "$(dirname "$0")"
openssl version >/dev/null
mkdir -p secrets
umask 077

# keep <secret> <command …>: writes what the command prints. `set -e` sees a command that fails only in an assignment: as an argument, an
# empty secret would be kept.
keep() {
  [ ! -s "secrets/$1" ] || return 0
  secret=$1
  shift
  value=$("$@")
  printf '%s' "$value" > "secrets/$secret"
}

random() { openssl rand -hex 24; }
keep owner_password random
keep redis_password random
for service in gateway profile_loader billing webhook_dispatcher data_importer; do keep "${service}_password" random; done

key() {
  bytes=$(openssl rand -base64 32)
  printf 'k1:%s' "$bytes" | tr '+/' '-_' | tr -d '=\n'
}
keep jwt_keys key
keep secret_peppers key
keep webhook_keys key
keep log_key random

# One URL per login, because a service is configured with a URL.
url() { printf 'postgres://%s:%s@postgres:5432/vigia' "$1" "$(cat "secrets/$2")"; }
keep owner_database_url url vigia owner_password
for service in gateway profile_loader billing webhook_dispatcher data_importer; do keep "${service}_database_url" url "$service" "${service}_password"; done
keep redis_url printf 'redis://:%s@redis:6379/0' "$(cat secrets/redis_password)"

# Self-signed, for a first try: replace it with the real chain and key.
if [ ! -s secrets/certificate ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj '/CN=localhost' \
    -keyout secrets/certificate.key -out secrets/certificate.crt 2>/dev/null
  cat secrets/certificate.crt secrets/certificate.key > secrets/certificate
  rm secrets/certificate.crt secrets/certificate.key
fi
# Services run as other users than the one that made these files; access to the folder decides who may read them.
chmod 644 secrets/*
chmod 700 secrets
echo "deploy/secrets holds $(ls secrets | wc -l) secrets"
