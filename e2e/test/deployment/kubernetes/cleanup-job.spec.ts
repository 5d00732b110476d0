import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repository } from '../dockerfile.js';
import { build, kubernetes, type Manifest } from './build.js';

const [migrate] = build(join(kubernetes, 'overlays/small')).filter(({ kind }) => kind === 'Job') as [Manifest];

/** The Job as the cluster returns it after it has run. */
function asRun(job: Manifest): Manifest {
  const run = structuredClone(job) as Manifest & { spec: { selector: object; template: { metadata: { labels: Record<string, string> } } } };
  const ofTheCluster = {
    'batch.kubernetes.io/controller-uid': 'u1',
    'batch.kubernetes.io/job-name': 'migrate',
    'controller-uid': 'u1',
    'job-name': 'migrate',
  };
  run.spec.selector = { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u1' } };
  Object.assign(run.spec.template.metadata.labels, ofTheCluster);
  return Object.assign(run, { metadata: { ...run.metadata, uid: 'u1', resourceVersion: '5' }, status: { succeeded: 1 } });
}

describe('the cleanup job in Kubernetes', () => {
  const page = readFileSync(join(repository, 'docs/kubernetes.md'), 'utf8');

  it('is documented with a valid kubectl command, which makes no Job from another Job', () => {
    expect(page.match(/kubectl .*create job .*--from=(?!cronjob\/)/g)).toBeNull();
    expect(page).toContain('| node deploy/kubernetes/cleanup-job.mjs |');
  });

  it('equals the migration job except for --cleanup and a generated name', () => {
    const program = join(repository, 'deploy/kubernetes/cleanup-job.mjs');
    const job = JSON.parse(
      execFileSync(process.execPath, [program], { input: JSON.stringify(asRun(migrate)), encoding: 'utf8' }),
    ) as Manifest;
    const { template, backoffLimit } = structuredClone(migrate.spec) as {
      template: { spec: { containers: { command: string[] }[] } };
      backoffLimit: number;
    };
    template.spec.containers[0]!.command.push('--cleanup');
    const { namespace, labels } = migrate.metadata as { namespace?: string; labels?: object };
    expect(job).toEqual({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { generateName: 'cleanup-', namespace, labels },
      spec: { backoffLimit, template },
    });
  });
});
