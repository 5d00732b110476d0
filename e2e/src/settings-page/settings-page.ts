import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a service prints with `--settings`. */
interface Listed {
  names: string[];
  about: string;
  takes?: string;
  default?: string;
  isRequired: boolean;
  isSecret: boolean;
}

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const services = ['gateway', 'profile-loader', 'billing', 'webhook-dispatcher', 'data-importer'];

const introduction = `# Settings

A setting is an environment variable. Instead of every \`NAME\`, you can set \`NAME_FILE\` to the path of a file that holds the value. A service with wrong
settings does not start: it names every error and ends. \`node dist/services/<service>.js --check\` prints the settings as the service reads them, with
secrets hidden, and at the end the names \`VIGIA_…\` that it does not read. Such a name has no effect: it is misspelt, or a setting of another service.

With \`OTEL_EXPORTER_OTLP_ENDPOINT\` and the other standard \`OTEL_*\` variables a service sends traces. With \`NODE_ENV=production\` it refuses settings
for tests.

\`npm run docs:settings\` writes this page from the output of \`--settings\` of each service; a test compares both.`;

/** The documentation page with every setting of every service, in the layout of the formatter. */
export function settingsPage(): string {
  const listed = new Map([...services, 'source-simulator'].map((service) => [service, settingsOf(service)]));
  const names = ({ names }: Listed) => names.join();
  const ofEvery = listed.get('billing')!.filter((one) => services.every((service) => listed.get(service)!.map(names).includes(names(one))));
  const own = [...listed].map(
    ([service, settings]) => [service, settings.filter((one) => !ofEvery.map(names).includes(names(one)))] as const,
  );
  const chapters = [['Every service', ofEvery] as const, ...own].map(([title, settings]) => `## ${title}\n\n${table(settings)}`);
  return `${[introduction, ...chapters].join('\n\n')}\n`;
}

function settingsOf(service: string): Listed[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`dist/services/${service}.js`, '--settings'], {
    cwd: repository,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${service} --settings ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Listed[];
}

function table(settings: Listed[]): string {
  const rows = [
    ['name', 'default', 'takes', 'meaning'],
    ...settings.map((one) => [
      one.names.map((name) => `\`${name}\``).join(' or '),
      one.default === undefined ? (one.isRequired ? '**required**' : '–') : `\`${one.default}\``,
      one.takes ?? 'text',
      one.isSecret ? `${one.about}; never printed` : one.about,
    ]),
  ].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(rows[0]!), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n');
}
