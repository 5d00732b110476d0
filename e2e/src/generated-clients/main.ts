import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '@vigia/local-servers';
import { waitUntil } from '@vigia/testing';
import { languages } from './languages.js';
import { languagesHere, tryClients } from './try-clients.js';

const [given] = process.argv.slice(2);
if (!given) throw new Error('say where the clients go: npm run clients -- <folder>');
const print = (line: string) => void process.stdout.write(`${line}\n`);
const folder = resolve(given);
const home = join(folder, '.vigia');
mkdirSync(folder, { recursive: true });

const cache = join(folder, '.cache');
const here = await languagesHere(cache);
const missing = languages.filter((one) => !here.includes(one)).map(({ name }) => name);
if (missing.length > 0) print(`left out, because this machine has no tools for them: ${missing.join(', ')}`);

const product = spawn(process.execPath, ['apps/standalone/dist/main.js'], {
  env: { ...process.env, VIGIA_HOME: home, VIGIA_PORT: String(await freePort()), VIGIA_SIMULATOR_TIME_SCALE: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let screen = '';
product.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
await waitUntil(() => screen.includes('Vigía is running'), { timeoutMs: 240_000, what: 'the product is running' });

const { baseUrl, corporations } = JSON.parse(readFileSync(join(home, 'demo.json'), 'utf8'));
const { accessKey, accessSecret, admin } = corporations.unico;
const journey = { BASE: baseUrl, ACCESS_KEY: accessKey, ACCESS_SECRET: accessSecret, EMAIL: admin.email, PASSWORD: admin.password };
const found = await tryClients({ folder, cache, given: journey, print }, here);

product.kill('SIGTERM');
await once(product, 'exit');
process.exit(Object.values(found).flat().length === 0 && missing.length === 0 ? 0 : 1);
