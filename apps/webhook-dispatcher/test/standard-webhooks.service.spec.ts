import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { newSecretKey } from '../src/domain/signature.js';
import { startReceiver, stopReceivers, type Receiver } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';

const programs = join(import.meta.dirname, 'standard-webhooks');
const packages = mkdtempSync(join(tmpdir(), 'standard-webhooks-'));
const binary = join(packages, 'verify');
const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', packages, '--requirement', 'requirements.txt'];

/** How the library of each language is made ready, and the program that uses it. JavaScript is ready wherever the product runs. */
const languages = [
  { name: 'JavaScript', prepare: ['node', '-e', 'import.meta.resolve("standardwebhooks")'], run: ['node', 'verify.mjs'] },
  { name: 'Python', prepare: ['python3', ...pip], run: ['python3', 'verify.py'] },
  { name: 'Go', prepare: ['go', 'build', '-o', binary, 'verify.go'], run: [binary] },
];

async function ran([command, ...parameters]: string[], input = ''): Promise<string> {
  const child = spawn(command!, parameters, { cwd: programs, env: { ...process.env, PYTHONPATH: packages } });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  const [output, complaint] = await said;
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${complaint}`);
  return output;
}

/** A language whose library cannot be fetched here, such as without a network, is left out. */
const prepared = await Promise.all(
  languages.map(async (language) => ({
    ...language,
    isReady: await ran(language.prepare).then(
      () => true,
      (error: Error) => {
        if (language.name === 'JavaScript') throw error;
        process.stderr.write(`left out, because this machine cannot prepare the library of ${language.name}: ${error.message}\n`);
        return false;
      },
    ),
  })),
);

/** A received message, the keys that must verify it, and those that must not. */
interface Arrived {
  what: string;
  headers: object;
  body: Buffer;
  accepted: string[];
  refused: string[];
}

describe('the libraries of Standard Webhooks', () => {
  const taxId = '20990000019';
  const corporationId = randomUUID();
  let dispatcher: RunningDispatcher;
  let receiver: Receiver;
  /** How many messages to the first path must fail. */
  let toFail = 0;
  const arrived: Arrived[] = [];

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start();
    receiver = await startReceiver((response, { path }) => response.writeHead(path === '/one' && toFail-- > 0 ? 503 : 204).end());
    await dispatcher.profiles.active(corporationId, taxId);
    await everyKindOfMessage();
  });
  afterAll(async () => {
    rmSync(packages, { recursive: true });
    await dispatcher?.stop();
    await stopReceivers();
  });

  /** Records the messages that `send` causes at a path. */
  async function note(what: string, path: string, send: () => Promise<unknown>, keys: Pick<Arrived, 'accepted' | 'refused'>, messages = 1) {
    const before = receiver.received.length;
    await send();
    const found = await waitUntil(
      () => {
        const here = receiver.received.slice(before).filter((one) => one.path === path);
        return here.length >= messages && here;
      },
      { what },
    );
    arrived.push(...found.map(({ headers, body }) => ({ what, headers, body, ...keys })));
  }

  async function everyKindOfMessage(): Promise<void> {
    const address = (path: string) => new URL(path, receiver.url).href;
    const fire = () => dispatcher.trigger(corporationId, taxId);
    const two = await dispatcher.create(corporationId, { url: address('/two'), standardHeaders: true, payloadVersion: 'v2' });
    await note('v2', '/two', fire, { accepted: [two.secretKey], refused: [newSecretKey()] });
    await dispatcher.ask('webhooks.edit', { corporationId, configurationId: two.configurationId, changes: { active: false } });

    const { configurationId, secretKey: old } = await dispatcher.create(corporationId, { url: address('/one'), standardHeaders: true });
    const own = { corporationId, configurationId };
    const byOld = { accepted: [old], refused: [two.secretKey] };
    await note('v1', '/one', fire, byOld);
    const [delivery] = (await dispatcher.ask('deliveries.list', { ...own, limit: 1 })).deliveries;
    const resend = () => dispatcher.ask('deliveries.resend', { corporationId, deliveryId: delivery!.deliveryId });
    toFail = 1;
    await note('an attempt that fails, and its retry', '/one', fire, byOld, 2);
    await note('a resend', '/one', resend, byOld);
    await note('a test', '/one', () => dispatcher.ask('webhooks.test', own), byOld);
    await note('a preflight', '/one', () => dispatcher.ask('webhooks.preflight', own), byOld);

    const secret = dispatcher.secretOf(corporationId, configurationId);
    const next = await secret.prepare();
    const byBoth = { accepted: [old, next], refused: [two.secretKey] };
    await note('a first attempt while a secret is prepared', '/one', fire, byBoth);
    await note('a preflight while a secret is prepared', '/one', () => dispatcher.ask('webhooks.preflight', own), byBoth);
    await secret.switch(next);
    await note('a first attempt after the switch', '/one', fire, byBoth);
    await note('a resend after the switch', '/one', resend, byBoth);
    await secret.end();
    const byNext = { accepted: [next], refused: [old, two.secretKey] };
    await note('a first attempt after the end', '/one', fire, byNext);
    await note('a resend after the end', '/one', resend, byNext);
  }

  it.each(prepared.filter(({ isReady }) => isReady))(
    'of $name verify every kind of message before, during and after a change of secrets, and with no other key',
    async ({ run }) => {
      const asked = arrived.flatMap(({ accepted, refused, ...message }) => [
        ...accepted.map((secretKey) => ({ ...message, secretKey, isRight: true })),
        ...refused.map((secretKey) => ({ ...message, secretKey, isRight: false })),
      ]);
      const input = JSON.stringify(asked.map(({ secretKey, headers, body }) => ({ secretKey, headers, body: body.toString('base64') })));
      expect(arrived).toHaveLength(13);
      const verdicts = JSON.parse(await ran(run, input)) as boolean[];
      const right = asked.map(({ what, isRight }) => ({ what, isRight }));
      expect(verdicts.map((isRight, i) => ({ what: asked[i]!.what, isRight }))).toEqual(right);
    },
  );
});
