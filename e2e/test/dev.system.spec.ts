import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@vigia/local-servers';
import { GiveUp, waitUntil } from '@vigia/testing';
import { interruptTwice } from '../src/terminal/interrupt-twice.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/** A start compiles the product, makes a database and adds the people of the demonstration. */
const timeoutMs = 240_000;

/** Copies the sources and links the installed packages, but our own packages to the copy. */
function copySources(to: string): void {
  const isSource = (path: string) => !['node_modules', 'dist', 'test'].includes(basename(path));
  for (const path of ['apps', 'libs', 'dev', 'package.json', 'tsconfig.base.json']) {
    cpSync(join(repository, path), join(to, path), { recursive: true, filter: isSource });
  }
  const packages = join(repository, 'node_modules');
  mkdirSync(join(to, 'node_modules', '@vigia'), { recursive: true });
  for (const name of readdirSync(packages).filter((entry) => !entry.startsWith('.') && entry !== '@vigia')) {
    symlinkSync(join(packages, name), join(to, 'node_modules', name));
  }
  for (const folder of ['apps', 'libs'].flatMap((kind) => readdirSync(join(to, kind)).map((name) => join(to, kind, name)))) {
    symlinkSync(folder, join(to, 'node_modules', '@vigia', basename(folder)));
  }
}

describe('npm run dev', () => {
  let folder: string;
  let sources: string;
  let child: ChildProcess | undefined;
  let output = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-dev-'));
    // The database runs as another user where this one is root.
    chmodSync(folder, 0o755);
    sources = join(folder, 'sources');
    copySources(sources);
  });

  afterEach(async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  function edit(file: string, from: string, to: string): void {
    const path = join(sources, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  }

  const until = (what: string, condition: () => unknown) =>
    waitUntil(async () => (child?.exitCode === null ? await condition() : Promise.reject(new GiveUp(output))), { timeoutMs, what }).catch(
      (error: Error) => {
        throw new Error(`${error.message}; it said: ${output}`);
      },
    );
  const read = (url: string) =>
    fetch(url).then(
      (answer) => answer.text(),
      () => '',
    );

  /** Signs in as the form of the page does, with the origin of the page. */
  async function signIn(page: string): Promise<number> {
    const { operator } = JSON.parse(readFileSync(join(folder, 'home', 'demo.json'), 'utf8')) as { operator: object };
    const headers = { 'content-type': 'application/json', origin: new URL(page).origin };
    const answer = await fetch(new URL('/panel/v1/session', page), { method: 'POST', headers, body: JSON.stringify(operator) });
    return answer.status;
  }

  it('serves changes in a service, in a library and in the page, and goes on after a compile error, a missing file and a missing package', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    child = spawn(process.execPath, ['dev/main.mjs'], {
      cwd: sources,
      env: { PATH: process.env.PATH, VIGIA_HOME: join(folder, 'home'), VIGIA_PORT: String(port) },
    });
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));

    await until('the product and the page are there', () => /Dashboard +http\S+/.test(output));
    const postmaster = () => readFileSync(join(folder, 'home', 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0];
    const server = postmaster();
    const [, page = ''] = /Dashboard +(http\S+)/.exec(output) ?? [];
    expect(await read(page)).toContain('/@vite/client');
    expect(await read(new URL('/openapi.json', page).href)).toContain('"openapi"');
    expect(await read(`${url}/docs`)).toContain('<title>Vigía API</title>');
    await until('the people of the demonstration are there', () => existsSync(join(folder, 'home', 'demo.json')));
    expect(await signIn(page)).toBe(200);

    const documentation = 'apps/gateway/src/http/documentation.ts';
    edit(documentation, '<title>Vigía API</title>', '<title>Another</title>');
    await until('the changed service answers', async () => (await read(`${url}/docs`)).includes('<title>Another</title>'));

    edit(documentation, '<title>Another</title>', '<title>Another</title>`');
    await until('the mistake is reported', () => output.includes('not compiled, what ran before runs on'));
    await until('what ran before runs on', async () => (await read(`${url}/docs`)).includes('<title>Another</title>'));
    edit(documentation, '<title>Another</title>`', '<title>Mended</title>');
    await until('the mended service answers', async () => (await read(`${url}/docs`)).includes('<title>Mended</title>'));

    const module = join(sources, 'apps/gateway/src/app.module.ts');
    renameSync(module, `${module}.kept`);
    await until('the missing file is reported', () => output.includes('a file of @vigia/gateway is missing'));
    // The last change may have been seen as two, the second of which restarts the product just now.
    await until('what ran before runs on', async () => (await read(`${url}/docs`)).includes('<title>Mended</title>'));
    renameSync(`${module}.kept`, module);

    edit('libs/contracts/src/errors/catalogue.ts', 'missing Authorization header', 'who are you');
    await until('the changed library answers', async () => (await read(`${url}/v1/perfiles/20990000019/resumen`)).includes('who are you'));

    edit(documentation, 'import ', `import 'no-such-package';\nimport `);
    await until('the missing package is reported', () => output.includes('the product did not start'));
    edit(documentation, `import 'no-such-package';\n`, '');
    await until('the product without the package answers', async () => (await read(`${url}/docs`)).includes('<title>Mended</title>'));

    expect(postmaster()).toBe(server);
    const ended = once(child, 'exit');
    interruptTwice(child);
    expect(await ended).toEqual([0, null]);
    expect(existsSync(join(folder, 'home', 'postgres', 'postmaster.pid'))).toBe(false);
  }, 600_000);
});
