#!/bin/sh
# Copies deploy/secrets to the cluster, as one Secret for each process with only what it needs; a changed file updates its Secret.
# Processes read the files at their start: docs/kubernetes.md says how a new one comes into use.
set -eu
cd "$(dirname "$0")/.."

# In place of a missing file comes a new random secret. Those that every version has are in use in the cluster, and so is one that a later
# version added if the cluster has it.
inUse=$(kubectl -n vigia get secret gateway --ignore-not-found -o 'jsonpath={.data}')
logins='owner gateway profile_loader billing webhook_dispatcher data_importer'
files="jwt_keys secret_peppers webhook_keys redis_password redis_url $(printf '%s_database_url ' $logins) $(printf '%s_password ' $logins)"
case $inUse in *'"log_key":'*) files="$files log_key" ;; esac
for file in $files; do
  [ -z "$inUse" ] || [ -s "secrets/$file" ] || {
    echo "deploy/secrets/$file is missing here, and the cluster has its Secrets: nothing was changed. docs/kubernetes.md#secrets says how to go on." >&2
    exit 1
  }
done

# Other keys in place of those in use would end every token, credential and webhook. Each step that changes a key keeps one of the list.
for list in gateway/jwt_keys gateway/secret_peppers webhook-dispatcher/webhook_keys; do
  file=${list#*/}
  held=$(kubectl -n vigia get secret "${list%/*}" --ignore-not-found -o "jsonpath={.data.$file}")
  here=$(cat "secrets/$file" 2>/dev/null || true)
  here=,$(printf '%s' "$here" | tr -d '[:space:]'),
  isKept=${held:+no}
  for key in $(printf '%s' "$held" | base64 -d | tr ',' ' '); do case $here in *",$key,"*) isKept=yes ;; esac; done
  [ "$isKept" != no ] || {
    echo "deploy/secrets/$file has none of the keys that the cluster has: nothing was changed. docs/kubernetes.md#secrets says how to go on." >&2
    exit 1
  }
done
./make-secrets.sh

bring() { kubectl -n vigia create "$@" --dry-run=client -o yaml | kubectl apply -f -; }
service() {
  name=$1 url=$2
  shift 2
  bring secret generic "$name" --from-file="database_url=secrets/$url" --from-file=secrets/redis_url "$@"
}

kubectl apply -f kubernetes/base/namespace.yaml
service migrate owner_database_url
service gateway gateway_database_url --from-file=secrets/jwt_keys --from-file=secrets/secret_peppers --from-file=secrets/log_key
service profile-loader profile_loader_database_url --from-file=secrets/log_key
service billing billing_database_url
service webhook-dispatcher webhook_dispatcher_database_url --from-file=secrets/webhook_keys
service data-importer data_importer_database_url

# For the overlay `small`.
bring secret generic redis --from-file=secrets/redis_password
set -- --from-file=secrets/owner_password
for login in gateway profile_loader billing webhook_dispatcher data_importer; do set -- "$@" --from-file="secrets/${login}_password"; done
bring secret generic postgres "$@"
bring configmap create-logins --from-file=postgres/create-logins.sh
bring configmap backup-scripts --from-file=backup
