#!/bin/sh
# deploy/kubernetes/roll-out.sh <overlay>: the schema first, then the services, one replica of each at a time.
set -eu
cd "$(dirname "$0")"
manifests=$(mktemp)
trap 'rm -f "$manifests"' EXIT
kubectl kustomize "overlays/$1" > "$manifests"

# The template of a Job cannot be changed.
kubectl -n vigia delete job migrate --ignore-not-found
kubectl apply -f "$manifests" -l 'vigia/step!=serve'
# `kubectl wait` knows one condition, and a Job that has failed never completes.
ended() { kubectl -n vigia get job migrate -o 'jsonpath={.status.conditions[?(@.status=="True")].type}'; }
stop() { echo "migrate $1" >&2; kubectl -n vigia logs -l job-name=migrate --prefix --tail=50 >&2; exit 1; }
looks=360
until case $(ended) in *Complete*) true ;; *Failed*) stop 'has failed:' ;; *) false ;; esac; do
  looks=$((looks - 1))
  [ "$looks" -gt 0 ] || stop 'has not ended within half an hour:'
  sleep 5
done
kubectl apply -f "$manifests"
for deployment in $(kubectl -n vigia get deployments -l vigia/step=serve -o name); do kubectl -n vigia rollout status "$deployment" --timeout=15m; done
