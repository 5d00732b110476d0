import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { filesIn, repository, textOf } from './declared-metrics.js';
import { alerts, dashboardFiles } from './queries.js';

const names = alerts.map(({ alert }) => alert);

interface RuleTests {
  tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[];
}

interface Override {
  services: Record<string, { volumes?: string[] }>;
}

const raised = filesIn('deploy/prometheus/tests', '.test.yml')
  .flatMap((path) => (parse(textOf(path)) as RuleTests).tests.flatMap((test) => test.alert_rule_test))
  .filter((expected) => expected.exp_alerts.length > 0)
  .map(({ alertname }) => alertname);

describe('an alert', () => {
  it.each(alerts.map((alert) => [alert.alert, alert] as const))('has a runbook: %s', (name, { labels, annotations }) => {
    expect(annotations.runbook).toBe(`docs/runbooks/${name}.md`);
    expect(['page', 'ticket']).toContain(labels.severity);
    const chapters = [...textOf(annotations.runbook).matchAll(/^## (.+)$/gm)].map(([, chapter]) => chapter);
    expect(textOf(annotations.runbook)).toMatch(new RegExp(`^# ${name}\n`));
    expect(chapters).toEqual(['What it means', 'What to look at', 'What to do']);
    expect(textOf('docs/runbooks/README.md')).toContain(`[${name}](${name}.md)`);
  });

  it.each(names)('is raised in a test: %s', (name) => {
    expect(raised).toContain(name);
  });
});

describe('the runbooks', () => {
  it('have a page for every alert, and no other page', () => {
    const pages = filesIn('docs/runbooks', '.md')
      .map((path) => basename(path, '.md'))
      .filter((name) => name.startsWith('Vigia'));
    expect(pages.sort()).toEqual([...names].sort());
  });

  it('have no broken link', () => {
    const links = filesIn('docs/runbooks', '.md').flatMap((path) =>
      [...textOf(path).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!),
    );
    const here = links.filter((link) => !link.startsWith('http')).map((link) => join(repository, 'docs/runbooks', link));
    expect(here.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('a command of compose in the documents', () => {
  const documents = ['README.md', ...filesIn('docs', '.md')];

  it('that scales a service touches no other one, and none of its running replicas', () => {
    const commands = documents.flatMap((path) => textOf(path).match(/docker compose up [^\n`&]*--scale[^\n`&]*/g) ?? []);
    expect(commands.length).toBeGreaterThan(2);
    const isAlone = (command: string) => {
      const [, service] = /--scale ([\w-]+)=/.exec(command) ?? [];
      return command.includes(' --no-deps --no-recreate ') && command.trimEnd().endsWith(` ${service}`);
    };
    expect(commands.filter((command) => !isAlone(command))).toEqual([]);
  });

  it('that runs inside a service, or starts it again, comes after a new container where the service has just got other mounts', () => {
    const overrides = documents.flatMap((path) => [
      ...textOf(path).matchAll(/^```yaml\n([^`]*^services:\n[^`]*)^```\n\s*```sh\n([^`]*)^```/gm),
    ]);
    const mounted = overrides.flatMap(([, override, commands]) =>
      Object.entries((parse(override!) as Override).services)
        .filter(([, { volumes }]) => volumes)
        .map(([service]) => [service, commands!] as const),
    );
    expect(mounted.map(([service]) => service)).toContain('postgres');
    for (const [service, commands] of mounted) {
      const [first] = commands.split('\n').filter((command) => new RegExp(`^docker compose .*\\b${service}\\b`).test(command));
      expect(first).toMatch(new RegExp(`^docker compose up -d --no-deps --wait ${service}\\b`));
    }
  });

  it('that starts a container again is no advice beside a setting of `.env`, which only a new container gets', () => {
    const settings = [...textOf('docker-compose.yml').matchAll(/\$\{(VIGIA_\w+)/g)].map(([, name]) => `\`${name}`);
    const steps = filesIn('docs/runbooks', '.md').flatMap((path) => textOf(path).split(/^(?:- |\d+\. )/m));
    expect(steps.filter((step) => step.includes('restart') && settings.some((name) => step.includes(name)))).toEqual([]);
  });
});

describe('the dashboards', () => {
  it('equal the output of `node deploy/grafana/make-dashboards.mjs`', async () => {
    const { dashboards } = (await import(join(repository, 'deploy/grafana/make-dashboards.mjs'))) as {
      dashboards: Record<string, unknown>;
    };
    expect(Object.fromEntries(dashboardFiles)).toEqual(dashboards);
  });
});
