#!/bin/sh
# deploy/kubernetes/roll-out.sh <overlay>: the schema first, then the services, one replica of each at a time. If it is interrupted, the
# migration goes on, and the next run waits for it.
set -eu
cd "$(dirname "$0")"
manifests=$(mktemp)
trap 'rm -f "$manifests"' EXIT
# A signal alone would end some shells without the trap above.
trap 'exit 130' HUP INT TERM
kubectl kustomize "overlays/$1" > "$manifests"

ofJobs() { sed -n "/^kind: Job$/,/^---$/s/^ *$1: //p" "$manifests" | sort -u; }
namespace=$(ofJobs namespace)
[ "$namespace" = vigia ] || {
  echo "the manifests are for the namespace '$namespace', but the scripts act on vigia: nothing was changed" >&2
  exit 1
}

# The image of the Job and the conditions that hold; nothing if there is no Job.
migration() {
  kubectl -n vigia get job migrate --ignore-not-found \
    -o 'jsonpath={.spec.template.spec.containers[0].image} {.status.conditions[?(@.status=="True")].type}'
}
image=$(ofJobs image)
case $(migration) in
  *Complete* | *Failed*) isUnderWay= ;;
  "$image "*) isUnderWay=yes ;;
  *) isUnderWay= ;;
esac
# The template of a Job cannot be changed. But a long migration of this version would begin again.
[ "$isUnderWay" ] || kubectl -n vigia delete job migrate --ignore-not-found
kubectl apply -f "$manifests" -l 'vigia/step!=serve'

stop() { echo "migrate $1" >&2; kubectl -n vigia logs -l job-name=migrate --prefix --tail=50 >&2; exit 1; }
looks=0
# `kubectl wait` knows one condition, and a Job that has failed never completes. There is no limit: an index of a large table takes hours.
while state=$(migration) || state=unknown; do
  case $state in *Complete*) break ;; *Failed*) stop 'has failed:' ;; '') stop 'was deleted:' ;; esac
  looks=$((looks + 1))
  # Every five minutes: an image that cannot be pulled shows here.
  [ $((looks % 60)) -ne 0 ] || kubectl -n vigia get pods -l job-name=migrate --no-headers >&2
  sleep 5
done
kubectl apply -f "$manifests"
for deployment in $(kubectl -n vigia get deployments -l vigia/step=serve -o name); do kubectl -n vigia rollout status "$deployment" --timeout=15m; done

# `rollout status` does not wait for the replicas of the previous version, which `migrate --cleanup` must not come before. They have 40 s.
ending() { kubectl -n vigia get pods -l app.kubernetes.io/part-of=vigia -o 'jsonpath={.items[?(@.metadata.deletionTimestamp)].metadata.name}'; }
looks=0
while left=$(ending) || left=unknown; [ "$left" ]; do
  looks=$((looks + 1))
  [ $looks -le 20 ] || { echo "these pods have not ended: $left" >&2; exit 1; }
  sleep 3
done
