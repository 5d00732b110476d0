import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

it('a passed limit names the heaviest screen, and how to list all of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'budget-'));
  try {
    copyFileSync(join(import.meta.dirname, '../budget.mjs'), join(folder, 'budget.mjs'));
    mkdirSync(join(folder, 'dist/.vite'), { recursive: true });
    const screens = { 'src/home/home.tsx': 1, 'src/quota/quota.tsx': 60, 'src/profile/profile.tsx': 70 };
    const manifest = {
      'index.html': { file: 'index.js', dynamicImports: Object.keys(screens) },
      ...Object.fromEntries(Object.keys(screens).map((key, place) => [key, { file: `${place}.js` }])),
    };
    writeFileSync(join(folder, 'dist/.vite/manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'dist/index.html'), '');
    writeFileSync(join(folder, 'dist/index.js'), '');
    for (const [place, inKiB] of Object.values(screens).entries())
      writeFileSync(join(folder, `dist/${place}.js`), randomBytes(1024 * inKiB));
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'budget.mjs')], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^JS of a further route: 70\.\d is more than \d+, of src\/profile\/profile\.tsx; `node apps\/dashboard\/budget\.mjs --print` lists all\n$/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
