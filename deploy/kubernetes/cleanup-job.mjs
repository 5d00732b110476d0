/**
 * kubectl -n vigia get job migrate -o json | node deploy/kubernetes/cleanup-job.mjs | kubectl create -f -
 *
 * Turns the Job that ran `migrate` into a separate Job that runs `migrate --cleanup`: `kubectl create job --from` accepts only a CronJob.
 */
import { readFileSync } from 'node:fs';

/** The cluster labels the pods of a Job, and refuses a new Job with the labels of another. */
const isOfTheCluster = (label) => /^(batch\.kubernetes\.io\/)?(controller-uid|job-name)$/.test(label);

function cleanupJobOf({ apiVersion, kind, metadata: { namespace, labels }, spec: { backoffLimit, template } }) {
  const job = structuredClone({
    apiVersion,
    kind,
    metadata: { generateName: 'cleanup-', namespace, labels },
    spec: { backoffLimit, template },
  });
  const { metadata, spec } = job.spec.template;
  metadata.labels = Object.fromEntries(Object.entries(metadata.labels).filter(([label]) => !isOfTheCluster(label)));
  spec.containers[0].command.push('--cleanup');
  return job;
}

console.log(JSON.stringify(cleanupJobOf(JSON.parse(readFileSync(0, 'utf8')))));
