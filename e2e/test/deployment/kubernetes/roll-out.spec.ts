import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { kubernetes } from './build.js';

/** Writes its arguments down; the conditions of the Job are what a cluster tells one after the other. */
const kubectl = `#!/bin/sh
echo "$*" >> "$CLUSTER/calls"
case "$*" in
  *'get job migrate'*) head -n 1 "$CLUSTER/conditions"; tail -n +2 "$CLUSTER/conditions" > "$CLUSTER/rest"; mv "$CLUSTER/rest" "$CLUSTER/conditions" ;;
  *'logs'*) echo '[pod/migrate-x7k2p/migrate] no such role' ;;
  *'get deployments'*) echo deployment.apps/gateway ;;
esac
`;

describe('roll-out.sh', () => {
  let cluster: string;

  beforeEach(() => {
    cluster = mkdtempSync(join(tmpdir(), 'vigia-roll-out-'));
    writeFileSync(join(cluster, 'kubectl'), kubectl, { mode: 0o755 });
    writeFileSync(join(cluster, 'sleep'), '#!/bin/sh\n', { mode: 0o755 });
  });

  afterEach(() => rmSync(cluster, { recursive: true }));

  function rollOut(conditions: string[]): { status: number | null; said: string; applied: number; isWatched: boolean } {
    writeFileSync(join(cluster, 'conditions'), conditions.map((each) => `${each}\n`).join(''));
    const env = { ...process.env, PATH: `${cluster}:${process.env.PATH}`, CLUSTER: cluster };
    const { status, stderr } = spawnSync('sh', [join(kubernetes, 'roll-out.sh'), 'small'], { env, encoding: 'utf8', timeout: 120_000 });
    const calls = readFileSync(join(cluster, 'calls'), 'utf8').split('\n');
    const applied = calls.filter((call) => call.startsWith('apply ')).length;
    return { status, said: stderr, applied, isWatched: calls.some((call) => call.includes('rollout status deployment.apps/gateway')) };
  }

  it('applies the services once the migration is complete', () => {
    expect(rollOut(['', 'SuccessCriteriaMet', 'SuccessCriteriaMet Complete'])).toEqual({
      status: 0,
      said: '',
      applied: 2,
      isWatched: true,
    });
  });

  it('stops as soon as the migration has failed, shows its log, and applies no service', () => {
    const { said, ...outcome } = rollOut(['', 'FailureTarget', 'FailureTarget Failed']);
    expect(outcome).toEqual({ status: 1, applied: 1, isWatched: false });
    expect(said).toBe('migrate has failed:\n[pod/migrate-x7k2p/migrate] no such role\n');
  });
});
