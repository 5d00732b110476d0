import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repository } from '../dockerfile.js';
import { build, containersOf, kubernetes, type Container, type Manifest } from './build.js';

interface Deployed {
  replicas?: number;
  strategy: { rollingUpdate?: { maxSurge: number } };
}

const page = (path: string) => readFileSync(join(repository, 'docs', path), 'utf8');
/** Wherever the page is wrapped. */
const inOneLine = (path: string) => page(path).replaceAll(/\s+/g, ' ');
const usualPool = /^\| `VIGIA_DATABASE_POOL` +\| `(\d+)`/m.exec(page('settings.md'))![1];
/** Connections beside the pools. */
const [ofAnImport, ofAMigration] = [1, 3];

/** The connections of the services with the highest number of replicas, during a rolling update. */
function connectionsOf(manifests: Manifest[]): { taken: number; processes: number; surge: number } {
  const sum = { taken: ofAnImport + ofAMigration, processes: 0, surge: 0 };
  for (const deployment of manifests.filter(({ kind }) => kind === 'Deployment')) {
    const { replicas = 1, strategy } = deployment.spec as Deployed;
    const scaler = manifests.find((each) => /^(ScaledObject|HorizontalPodAutoscaler)$/.test(each.kind) && isOf(each, deployment));
    const { maxReplicaCount, maxReplicas } = (scaler?.spec ?? {}) as { maxReplicaCount?: number; maxReplicas?: number };
    const [{ env = [] }] = containersOf(deployment) as [Container];
    const processes = maxReplicaCount ?? maxReplicas ?? replicas;
    const surge = strategy.rollingUpdate?.maxSurge ?? 0;
    sum.processes += processes;
    sum.surge += surge;
    sum.taken += (processes + surge) * Number(env.find(({ name }) => name === 'VIGIA_DATABASE_POOL')?.value ?? usualPool);
  }
  return sum;
}

const isOf = (scaler: Manifest, { metadata }: Manifest) => scaler.metadata.name === metadata.name;

describe('the connections to PostgreSQL', () => {
  it('of the production overlay at its maximum equal the documented number, and fit into max_connections', () => {
    const { taken, processes, surge } = connectionsOf(build(join(kubernetes, 'overlays/production')));
    const said = /`max_connections` of PostgreSQL: (\d+)\..* at most (\d+) connections\. There are (\d+) processes, and (\d+) more /;
    const [most, ...counted] = (said.exec(inOneLine('kubernetes.md')) ?? []).slice(1).map(Number);
    expect(counted).toEqual([taken, processes, surge]);
    expect(most).toBeGreaterThan(taken);
    expect(inOneLine('capacity.md')).toContain(`may take ${taken},`);
  });

  it('of the small overlay fit into the max_connections of its PostgreSQL', () => {
    const manifests = build(join(kubernetes, 'overlays/small'));
    const [most] = /(?<=max_connections=)\d+/.exec(JSON.stringify(manifests))!;
    expect(connectionsOf(manifests).taken).toBeLessThan(Number(most));
  });
});
