import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { repository } from './dockerfile.js';

interface Overridden {
  environment: Record<string, string>;
  volumes: string[];
}

const text = (path: string) => readFileSync(`${repository}/${path}`, 'utf8');
const page = text('docs/deployment.md');

describe('what docs/deployment.md says about compose', () => {
  it('copies a file into the volume of the importer without tar or a shell, and removes it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-copied-'));
    const path = join(folder, 'consolidated.xml');
    const [copy, remove] = [...page.matchAll(/^docker compose exec -T data-importer node -e '([^']+)' \/data\/\S+/gm)].map(
      ([, script]) => script!,
    );
    const content = Buffer.from('a file of some bytes \0\n'.repeat(10_000));
    try {
      expect(execFileSync('node', ['-e', copy!, path], { input: content, encoding: 'utf8' })).toBe(`${content.length}\n`);
      expect(readFileSync(path).equals(content)).toBe(true);
      execFileSync('node', ['-e', remove!, path]);
      expect(() => readFileSync(path)).toThrow('ENOENT');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('overrides settings that compose does not pass on, for every loader', () => {
    const [, block = ''] = /^```yaml\n(x-loader[^]+?)^```/m.exec(page) ?? [];
    const { services } = parse(block) as { services: Record<string, Overridden> };
    const compose = parse(text('docker-compose.yml'), { merge: true }) as { services: Record<string, Partial<Overridden>> };
    const loaders = Object.entries(compose.services).filter(([, { environment }]) => environment?.VIGIA_SOURCES);
    expect(Object.keys(services)).toEqual(loaders.map(([name]) => name));
    const known = text('docs/settings.md');
    for (const [name, { environment = {} }] of loaders) {
      const { VIGIA_PROVIDERS_FILE: file, BUREAU_TOKEN: token, ...settings } = services[name]!.environment;
      expect([services[name]!.volumes, token]).toEqual([[`./providers.json:${file}:ro`], '${BUREAU_TOKEN}']);
      expect(text('docs/sources.md')).toContain('"secretVariable": "BUREAU_TOKEN"');
      for (const setting of Object.keys(settings))
        expect([known.includes(`\`${setting}\``), setting in environment]).toEqual([true, false]);
    }
  });

  it('gives every process of Vigía the certificate of an authority', () => {
    const [, block = ''] = /^```yaml\n(x-authority[^]+?)^```/m.exec(page) ?? [];
    const { services } = parse(block) as { services: Record<string, Overridden> };
    const compose = parse(text('docker-compose.yml'), { merge: true }) as { services: Record<string, Partial<Overridden>> };
    const ours = Object.entries(compose.services).filter(([, { environment }]) => environment?.DATABASE_URL_FILE);
    expect(Object.keys(services).sort()).toEqual(ours.map(([name]) => name).sort());
    for (const { environment, volumes } of Object.values(services))
      expect(volumes).toEqual([`./ca.pem:${environment.NODE_EXTRA_CA_CERTS}:ro`]);
  });
});
