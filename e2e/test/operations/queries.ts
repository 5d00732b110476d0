import { basename } from 'node:path';
import { parse } from 'yaml';
import { filesIn, textOf } from './declared-metrics.js';

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

interface Rules {
  groups: { rules: Alert[] }[];
}

interface Dashboard {
  title: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

export const ruleFiles = filesIn('deploy/prometheus', '.rules.yml');
export const alerts = ruleFiles.flatMap((path) => (parse(textOf(path)) as Rules).groups.flatMap(({ rules }) => rules));

export const dashboardFiles = new Map(
  filesIn('deploy/grafana', '.json').map((path) => [basename(path, '.json'), JSON.parse(textOf(path)) as Dashboard]),
);

/** As Grafana asks it. */
const asked = (expr: string) => expr.replaceAll('$__rate_interval', '5m');

/** Every query of a rule or a panel, with the place where it stands. */
export const queries: [where: string, expr: string][] = [
  ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...[...dashboardFiles.values()].flatMap((dashboard) =>
    dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }): [string, string] => [`${dashboard.title}, ${title}`, asked(expr)]),
    ),
  ),
];

interface Selector {
  series: string;
  matchers: { label: string; operator: string; value: string }[];
}

export function selectorsOf(expr: string): Selector[] {
  return [...expr.matchAll(/\b((?:vigia_\w+)|up)\b(?:\{([^}]*)\})?/g)].map(([, series, matchers = '']) => ({
    series: series!,
    matchers: [...matchers.matchAll(/(\w+)(=~|!=|!~|=)"([^"]*)"/g)].map(([, label, operator, value]) => ({
      label: label!,
      operator: operator!,
      value: value!,
    })),
  }));
}

export function groupedBy(expr: string): string[] {
  return [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(',').map((label) => label.trim()));
}
