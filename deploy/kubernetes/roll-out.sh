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
kubectl -n vigia wait --for=condition=complete job/migrate --timeout=30m
kubectl apply -f "$manifests"
for deployment in $(kubectl -n vigia get deployments -l vigia/step=serve -o name); do kubectl -n vigia rollout status "$deployment" --timeout=15m; done
