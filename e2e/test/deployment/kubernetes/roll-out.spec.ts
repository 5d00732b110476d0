import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { kubernetes } from './build.js';

const [image, older] = ['registry.example/vigia/migrate:0.2.0', 'registry.example/vigia/migrate:0.1.0'];

/** Writes its arguments down; the image and the conditions of the Job are what a cluster tells one after the other. */
const kubectl = `#!/bin/sh
echo "$*" >> "$CLUSTER/calls"
case "$*" in
  kustomize*) cat "$CLUSTER/manifests" ;;
  *'get job migrate'*) head -n 1 "$CLUSTER/jobs"; sed -i 1d "$CLUSTER/jobs" ;;
  *'get pods'*deletionTimestamp*) head -n 1 "$CLUSTER/ending"; sed -i 1d "$CLUSTER/ending" ;;
  *'get pods'*) echo 'migrate-x7k2p 0/1 ImagePullBackOff' ;;
  *'logs'*) echo '[pod/migrate-x7k2p/migrate] no such role' ;;
  *'get deployments'*) echo deployment.apps/gateway ;;
esac
`;

const manifests = (namespace: string) =>
  `kind: Deployment
spec:
  image: other
---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  namespace: ${namespace}
spec:
  image: ${image}
---
`;

describe('roll-out.sh', () => {
  let cluster: string;

  beforeEach(() => {
    cluster = mkdtempSync(join(tmpdir(), 'vigia-roll-out-'));
    writeFileSync(join(cluster, 'kubectl'), kubectl, { mode: 0o755 });
    writeFileSync(join(cluster, 'manifests'), manifests('vigia'));
    writeFileSync(join(cluster, 'sleep'), '#!/bin/sh\n', { mode: 0o755 });
  });

  afterEach(() => rmSync(cluster, { recursive: true }));

  /** With what the cluster says about the Job: first before anything is applied, then one look after the other. */
  function rollOut(jobs: string[], ending: string[] = []) {
    for (const [file, lines] of Object.entries({ jobs, ending }))
      writeFileSync(join(cluster, file), lines.map((each) => `${each}\n`).join(''));
    const env = { ...process.env, PATH: `${cluster}:${process.env.PATH}`, CLUSTER: cluster };
    const { status, stderr } = spawnSync('sh', [join(kubernetes, 'roll-out.sh'), 'small'], { env, encoding: 'utf8', timeout: 120_000 });
    const calls = readFileSync(join(cluster, 'calls'), 'utf8').split('\n');
    const counted = (beginning: string) => calls.filter((call) => call.startsWith(beginning)).length;
    const isWatched = calls.some((call) => call.includes('rollout status deployment.apps/gateway'));
    return { status, said: stderr, deleted: counted('-n vigia delete job migrate'), applied: counted('apply '), isWatched };
  }
  const rolledOut = { status: 0, said: '', deleted: 1, applied: 2, isWatched: true };

  it.each([
    ['there was no earlier one', ''],
    ['the one of an earlier version has ended', `${older} SuccessCriteriaMet Complete`],
    ['the one of an earlier version is under way', `${older} `],
    ['one of this version has failed', `${image} FailureTarget Failed`],
  ])('applies the services once a new migration is complete, if %s', (_before, job) => {
    expect(rollOut([job, `${image} `, `${image} SuccessCriteriaMet`, `${image} SuccessCriteriaMet Complete`])).toEqual(rolledOut);
  });

  it('waits for the migration of this version that is under way, and does not begin it again', () => {
    expect(rollOut([`${image} `, `${image} `, `${image} SuccessCriteriaMet Complete`])).toEqual({ ...rolledOut, deleted: 0 });
  });

  it('waits longer than half an hour, and shows the pod every five minutes', () => {
    const looks = Array.from({ length: 361 }, () => `${image} `);
    const said = 'migrate-x7k2p 0/1 ImagePullBackOff\n'.repeat(6);
    expect(rollOut(['', ...looks, `${image} Complete`])).toEqual({ ...rolledOut, said });
  });

  it('ends only when no replica of the previous version is left, and says if one stays', () => {
    const done = ['', `${image} SuccessCriteriaMet Complete`];
    expect(rollOut(done, ['gateway-1 gateway-2', 'gateway-2', ''])).toEqual(rolledOut);
    rmSync(join(cluster, 'calls'));
    const said = 'these pods have not ended: gateway-2\n';
    expect(rollOut(done, Array<string>(21).fill('gateway-2'))).toEqual({ ...rolledOut, status: 1, said });
  });

  it('touches nothing with an overlay of another namespace, because it would act on the installation of this one', () => {
    writeFileSync(join(cluster, 'manifests'), manifests('staging'));
    expect(rollOut(['', `${image} Complete`])).toMatchObject({ status: 1, deleted: 0, applied: 0, isWatched: false });
    const only = "the manifests are for the namespace 'staging', but the scripts act on vigia: nothing was changed\n";
    expect(rollOut(['', `${image} Complete`]).said).toBe(only);
  });

  it('stops if somebody deletes the migration', () => {
    const { said, ...outcome } = rollOut(['', `${image} `, '']);
    expect(outcome).toEqual({ status: 1, deleted: 1, applied: 1, isWatched: false });
    expect(said).toContain('migrate was deleted:');
  });

  it('stops as soon as the migration has failed, shows its log, and applies no service', () => {
    const { said, ...outcome } = rollOut(['', `${image} FailureTarget`, `${image} FailureTarget Failed`]);
    expect(outcome).toEqual({ status: 1, deleted: 1, applied: 1, isWatched: false });
    expect(said).toBe('migrate has failed:\n[pod/migrate-x7k2p/migrate] no such role\n');
  });
});
