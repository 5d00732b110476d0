import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Code that makes a function depend on when or where it runs. */
const impure =
  /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\brandom(?:Bytes|UUID|Int|Fill|FillSync)\b|\bgetRandomValues\b|\bprocess\.\w|\bnode:process\b|\bperformance\.|\bset(?:Timeout|Interval|Immediate)\(|\bfetch\(/;

/** They make secrets and nonces. A caller that gave the random bytes could give the same ones twice. */
const makeSecrets = [
  'apps/gateway/src/authentication/domain/credentials.ts',
  'apps/webhook-dispatcher/src/domain/secret-box.ts',
  'apps/webhook-dispatcher/src/domain/signature.ts',
];

/** Code that calculates with months, in TypeScript and in SQL. */
const countsMonths =
  /UTCMonth\(|\.getMonth\(|Date\.UTC\(|[*/%] 12\b|slice\(5, 7\)|date_trunc|make_date|\d months?\b|month_of\(|last_day_of\(|extract\(month/i;

/** The errors of the driver itself contain all parameters. */
const pastOurStatements = /\bdatabase\.pool\b/;

/** A cast after which a link may have any path. */
const pastTheRouter = /\bas '\//;

interface Ring {
  of: string;
  ring: { from: string; to: string; file: string }[];
}

const { ringsIn } = (await import(new URL('../../boundaries.mjs', import.meta.url).href)) as { ringsIn: (repository: string) => Ring[] };

/** Every source file of the product. */
function sources(): string[] {
  return ['apps', 'libs']
    .flatMap((folder) => readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /^[^/]+\/[^/]+\/src\/.+\.ts$/.test(file));
}

/** Files that break one rule each, by rule, with what they import. */
const violations: [rule: string, files: Record<string, string>][] = [
  ['app-imports-app', { 'apps/gateway/src/a.ts': `import '../../billing/src/b.js';` }],
  ['contracts-imports-ours', { 'libs/contracts/src/a.ts': `import '../../messaging/src/index.js';` }],
  ['domain-is-pure', { 'apps/billing/src/domain/a.ts': `import 'pg';` }],
  ['domain-is-pure', { 'apps/gateway/src/authentication/domain/a.ts': `import '@nestjs/common';` }],
  ['domain-is-pure', { 'apps/gateway/src/panel/profiles/domain/a.ts': `import '@nestjs/common';` }],
  ['lib-imports-app', { 'libs/database/src/a.ts': `import '../../../apps/billing/src/b.js';` }],
  ['reaches-inside-a-lib', { 'apps/billing/src/a.ts': `import '../../../libs/database/src/b.js';` }],
  ['standalone-reaches-inside', { 'apps/standalone/src/a.ts': `import '../../billing/src/b.js';` }],
  ['model-knows-no-product', { 'apps/billing/test/simulation/model/a.ts': `import '../../../src/b.js';` }],
  ['simulation-foretells-by-its-model', { 'apps/billing/test/simulation/a.ts': `import '../../src/b.js';` }],
  ['one-seam-to-the-database', { 'apps/billing/src/c.ts': `import 'typeorm';` }],
  ['one-seam-to-the-database', { 'libs/observability/src/a.ts': `import type { DataSource } from 'typeorm';` }],
  ['undeclared', { 'apps/operator/package.json': '{ "dependencies": {} }', 'apps/operator/src/a.ts': `import 'pg';` }],
  ['declared-for-tests', { 'libs/testing/package.json': '{ "devDependencies": { "pg": "*" } }', 'libs/testing/src/a.ts': `import 'pg';` }],
  ['cycle', { 'libs/dispatch/src/a.ts': `import './b.js';`, 'libs/dispatch/src/b.ts': `import './a.js';` }],
];

/** Folders that import each other in turn, by the folder that has them. */
const rings: Record<string, Record<string, string>> = {
  'apps/gateway/src': {
    'apps/gateway/src/identity/store.ts': `import { end } from '../panel/sessions/store.js';`,
    'apps/gateway/src/panel/sessions/store.ts': 'export const end = 1;',
    'apps/gateway/src/panel/credentials/controller.ts': `import type {\n  Store,\n} from '../../identity/store.js';`,
  },
  'apps/dashboard/src': {
    'apps/dashboard/src/kit/row.tsx': `export { Page } from '#profile/page.js';`,
    'apps/dashboard/src/profile/page.tsx': `const more = () => import('../words/more.js');`,
    'apps/dashboard/src/words/sub/more.ts': `import '#kit/row.js';`,
    'apps/dashboard/src/words/more.ts': `export * from './sub/more.js';`,
  },
  'libs/messaging/src/broker': {
    'libs/messaging/src/broker/redis/a.ts': `import '../postgres/b.js';`,
    'libs/messaging/src/broker/postgres/b.ts': `import '../redis/queues/c.js';`,
  },
};

/** Arrows that go one way, files beside the folders that use them, and a text that is no import. */
const noRings: Record<string, string> = {
  'apps/billing/src/settings.ts': `import './ledger/account.js';`,
  'apps/billing/src/ledger/account.ts': `import '../settings.js';\nimport '../domain/months.js';`,
  'apps/billing/src/domain/months.ts': `const planted = [\n  "import '../ledger/account.js';",\n];`,
};

const allowed = {
  'apps/standalone/src/main.ts': `import '../../billing/src/app.module.js';`,
  'apps/billing/src/app.module.ts': `import './domain/b.js';`,
};

const imported = ['apps/billing/src/b.ts', 'apps/billing/src/domain/b.ts', 'libs/messaging/src/index.ts', 'libs/database/src/b.ts'];

function plant(folder: string, ...groups: Record<string, string>[]): void {
  for (const [path, text] of groups.flatMap((files) => Object.entries(files))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe('the boundaries', () => {
  let found: { rule: { name: string }; from: string }[];

  beforeAll(() => {
    const workspace = mkdtempSync(join(tmpdir(), 'vigia-boundaries-'));
    try {
      symlinkSync(join(repository, 'node_modules'), join(workspace, 'node_modules'));
      writeFileSync(join(workspace, 'package.json'), '{ "type": "module", "dependencies": { "pg": "*", "@nestjs/common": "*" } }');
      const empty = Object.fromEntries(imported.map((path) => [path, 'export {};']));
      plant(workspace, empty, allowed, ...violations.map(([, files]) => files));
      const config = join(repository, '.dependency-cruiser.cjs');
      const bin = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
      const { stdout } = spawnSync(process.execPath, [bin, 'apps', 'libs', '--config', config, '--output-type', 'json'], {
        cwd: workspace,
        encoding: 'utf8',
      });
      found = (JSON.parse(stdout) as { summary: { violations: typeof found } }).summary.violations;
    } finally {
      rmSync(workspace, { recursive: true, force: true });
    }
  });

  it.each(violations)('refuse %s', (rule, files) => {
    expect(found.filter(({ from }) => from in files).map(({ rule: { name } }) => name)).toContain(rule);
  });

  it('allow the permitted imports', () => {
    expect(found.filter(({ from }) => !violations.some(([, files]) => from in files))).toEqual([]);
  });

  it('let the folders of every workspace point one way, on every level', () => {
    const planted = mkdtempSync(join(tmpdir(), 'vigia-rings-'));
    try {
      plant(planted, ...Object.values(rings), noRings, { 'e2e/test/a.ts': '', 'benchmarks/src/a.ts': '' });
      const found = Object.fromEntries(ringsIn(planted).map(({ of, ring }) => [of, new Set(ring.map(({ file }) => file))]));
      expect(Object.keys(found).toSorted()).toEqual(Object.keys(rings).toSorted());
      expect(found['apps/gateway/src']).toEqual(
        new Set(['apps/gateway/src/identity/store.ts', 'apps/gateway/src/panel/credentials/controller.ts']),
      );
    } finally {
      rmSync(planted, { recursive: true, force: true });
    }
    expect(ringsIn(repository)).toEqual([]);
  });

  it('keep the clock, randomness and the environment out of every domain folder', () => {
    const files = sources().filter((file) => /\/src\/(.+\/)?domain\//.test(file));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => impure.test(readFileSync(join(repository, file), 'utf8'))).toSorted()).toEqual(makeSecrets);
    for (const text of ['return Date.now() + 1', 'id: randomUUID()', `import { env } from 'node:process'`])
      expect(impure.test(text)).toBe(true);
  });

  it('keep the arithmetic of months in one file of billing', () => {
    const folder = join(repository, 'apps/billing/src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const counting = files.filter((file) => countsMonths.test(readFileSync(join(folder, file), 'utf8')));
    expect(counting).toEqual(['domain/months.ts']);
    expect(countsMonths.test(`date + interval '1 month'`)).toBe(true);
  });

  it('let services run statements only through `rows` and `transaction`, whose errors hold no values', () => {
    const services = sources().filter((file) => !/^libs\/(database|testing)\//.test(file));
    expect(services.filter((file) => pastOurStatements.test(readFileSync(join(repository, file), 'utf8')))).toEqual([]);
    expect(pastOurStatements.test('await this.database.pool.query(text)')).toBe(true);
  });

  it('let the router check the path of every link in the dashboard', () => {
    const folder = join(repository, 'apps/dashboard/src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    expect(files.filter((file) => pastTheRouter.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
    expect(pastTheRouter.test("<Link to={to as '/'}>")).toBe(true);
  });
});
