import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { filesIn, repository } from './declared-metrics.js';
import { describePromtool } from './describe-promtool.js';
import { queries, ruleFiles } from './queries.js';

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: repository, encoding: 'utf8' });
  return { status, said: stdout + stderr };
};
const fine = { status: 0, said: expect.any(String) };

describePromtool('Prometheus', () => {
  it('accepts the rules and the configuration', () => {
    expect(promtool('check', 'rules', ...ruleFiles)).toEqual(fine);
    expect(promtool('check', 'config', 'deploy/prometheus/prometheus.yml')).toEqual(fine);
  });

  it.each(filesIn('deploy/prometheus/tests', '.test.yml'))('passes the alert tests of %s', (path) => {
    expect(promtool('test', 'rules', path)).toEqual(fine);
  });

  it('accepts every query of the dashboards', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-queries-'));
    try {
      const file = join(folder, 'queries.yml');
      const rules = queries.map(([, expr], at) => ({ record: `query:number:${at}`, expr }));
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
      expect(promtool('check', 'rules', file)).toEqual(fine);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
