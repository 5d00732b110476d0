import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { waitUntil } from '../src/wait-until.js';

const loader = new URL('../../../test-runner/typescript.mjs', import.meta.url).href;
const run = `
  const { makeRunFolder } = await import(${JSON.stringify(new URL('../src/servers/run-folder.ts', import.meta.url).href)});
  const { writeFileSync } = await import('node:fs');
  const folder = makeRunFolder();
  writeFileSync(folder + '/file', 'text');
  process.stdout.write(folder);
  setInterval(() => undefined, 1_000);
`;

it('the folder of a test run is removed when its process is killed', async () => {
  const child = spawn(process.execPath, ['--import', loader, '--input-type=module', '--eval', run], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [folder] = (await once(child.stdout, 'data')).map(String) as [string];
    expect(existsSync(`${folder}/file`)).toBe(true);
    child.kill('SIGKILL');
    await waitUntil(() => !existsSync(folder), { what: `${folder} is removed` });
  } finally {
    child.kill('SIGKILL');
  }
});
