import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  metadata: { component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const licences = JSON.parse(readFileSync(`${repository}/deploy/allowed-licences.json`, 'utf8')) as {
  allowed: string[];
  only: Record<string, { licence: string; why: string }>;
};

/** What an image says that it is made of, beside what is in its folder. */
export class BillOfImage {
  readonly bill: Bill;

  constructor(private readonly folder: string) {
    this.bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as Bill;
  }

  get packages(): Component[] {
    return this.bill.components.filter(({ type }) => type === 'library');
  }

  get others(): string[] {
    return this.bill.components.filter(({ type }) => type !== 'library').map(({ purl }) => purl);
  }

  get refs(): Set<string> {
    return new Set(this.packages.map((component) => component['bom-ref']));
  }

  /** Every folder of `node_modules` with a manifest that names a version, at any depth. */
  installed(): string[] {
    return readdirSync(join(this.folder, 'node_modules'), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.name === 'package.json' && /node_modules\/(@[^/]+\/)?[^/]+$/.test(entry.parentPath))
      .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')) as { name: string; version: string })
      .map(({ name, version }) => `${name}@${version}`);
  }

  /** The packages that the built files were made from, as their maps tell. */
  builtFrom(): string[] {
    const maps = this.built().filter((file) => file.endsWith('.map'));
    const sources = maps.flatMap(
      (file) => (JSON.parse(readFileSync(join(this.folder, 'dist/services', file), 'utf8')) as { sources: string[] }).sources,
    );
    return [...new Set(sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []))];
  }

  built(): string[] {
    return readdirSync(join(this.folder, 'dist/services'));
  }

  refused(): Component[] {
    return this.packages.filter(({ name, licenses = [] }) => {
      const [first] = licenses;
      const licence = first?.expression ?? first?.license?.id ?? first?.license?.name ?? 'none';
      return !licences.allowed.includes(licence) && licences.only[name]?.licence !== licence;
    });
  }

  withoutText(): Component[] {
    const texts = readFileSync(join(this.folder, 'licences.txt'), 'utf8');
    return this.packages.filter(({ name, version }) => !texts.includes(`${name} ${version} (`));
  }
}
