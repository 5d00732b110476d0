import { mock } from 'node:test';
import { afterEach, describe, expect, it } from '@jest/globals';
import { OutboundError } from '@vigia/outbound-http';
import { readSettings } from '@vigia/service-kit';
import { waitUntil } from '@vigia/testing';
import { AttemptCutOff, maskedHeaders, mostPreflights, outcomeOfError, ReceiverClient } from '../../src/sending/receiver-client.js';
import { TokenError } from '../../src/sending/access-token.js';
import { reportedAnswer } from '../../src/sending/reported-answer.js';
import { webhookDispatcherSettings } from '../../src/settings.js';
import { startReceiver, stopReceivers } from '../running/receiver.js';
import { newMasterKey } from '../running/running-dispatcher.js';

const unused = 'postgres://unused/unused';
const newClient = (environment = {}) =>
  new ReceiverClient(
    readSettings(webhookDispatcherSettings, {
      DATABASE_URL: unused,
      VIGIA_BROKER_URL: unused,
      VIGIA_WEBHOOK_KEYS: newMasterKey(),
      ...environment,
    }),
  );
const onThisMachine = { VIGIA_WEBHOOK_ALLOW_HTTP: 'true', VIGIA_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32', VIGIA_WEBHOOK_PORTS: 'any' };
const receiverAt = (url: string) => ({ url, secretKeys: ['key'], headers: {}, standardHeaders: false, oauth: null }) as const;
const message = { id: 'id', triggerId: 'id', body: Buffer.from('{}') };

describe('the report of an attempt', () => {
  const answer = {
    status: 200,
    headers: {},
    body: Buffer.from('internal'),
    truncated: false,
    timings: { connectMs: 1, firstByteMs: 2, totalMs: 3 },
    remoteAddress: '127.0.0.1',
  };
  const kept = { keepsAnswers: true, secrets: [] };

  it('contains the beginning of the answer, unless answers are not stored', () => {
    expect(reportedAnswer(answer, kept)).toMatchObject({ status: 200, responseBody: answer.body, responseTruncated: false });
    expect(reportedAnswer({ ...answer, body: Buffer.alloc(5_000) }, kept)).toMatchObject({ responseTruncated: true });
    const withoutBody = reportedAnswer(answer, { ...kept, keepsAnswers: false });
    expect(withoutBody).toMatchObject({ status: 200, totalMs: 3 });
    expect(withoutBody).not.toHaveProperty('responseBody');
  });

  it.each<[what: string, secrets: string[], body: string, shown: string]>([
    ['a secret that begins with another one', ['clave-larga', 'clave-larga-de-verdad'], 'clave-larga-de-verdad clave-larga', '•••• ••••'],
    ['a secret of exactly eight characters', ['12345678'], '12345678', '••••'],
    ['a secret around which HTTP drops blanks', [' clave-larga '], 'clave-larga', '••••'],
  ])('shows nothing of %s', (_what, secrets, body, shown) => {
    const reported = reportedAnswer({ ...answer, body: Buffer.from(body) }, { ...kept, secrets });
    expect(reported).toMatchObject({ responseBody: Buffer.from(shown) });
  });

  it('contains all that was read of an answer that was cut outside a secret', () => {
    const cut = { ...answer, truncated: true };
    expect(reportedAnswer(cut, { ...kept, secrets: ['clave-larga'] })).toMatchObject({
      responseBody: answer.body,
      responseTruncated: true,
    });
  });

  it('is not made when the client is closed, because that says nothing about the receiver', async () => {
    const client = newClient();
    await client.close();
    const receiver = receiverAt('https://receiver.example/hook');
    await expect(client.send(receiver, message, new AbortController().signal)).rejects.toBeInstanceOf(AttemptCutOff);
  });

  it('names every header, and masks the values of custom headers and credentials', () => {
    const headers = { 'X-Api-Key': 'a', Authorization: 'b', 'X-Service-Signature': 'sha256=c', 'Content-Type': 'd' };
    expect(maskedHeaders(headers).map(({ value }) => value)).toEqual(['••••', '••••', 'sha256=c', 'd']);
  });
});

describe('the stored answer of a receiver that repeats what it was sent', () => {
  afterEach(stopReceivers);

  const headers = {
    'X-Api-Key': 'clave "privada" 1',
    Authorization: 'Basic dXNlcjp/YXNz',
    'X-Short': 'andina',
  };
  const answered = async (given: Partial<Parameters<ReceiverClient['send']>[0]>, answer: Parameters<typeof startReceiver>[0]) => {
    const [receiver, client] = [await startReceiver(answer), newClient(onThisMachine)];
    const report = await client.send({ ...receiverAt(receiver.url), ...given }, message, new AbortController().signal);
    await client.close();
    return { ...report, text: report.responseBody!.toString() };
  };

  it('has no custom header value of eight characters or more, also not as JSON or without its scheme', async () => {
    const { text, status } = await answered({ headers }, (response, { headers: received }) => {
      const credentials = received.authorization!.split(' ')[1];
      const inPhp = JSON.stringify({ credentials }).replaceAll('/', String.raw`\/`);
      response.writeHead(500).end(`ñandú ${String(received['x-api-key'])} ${JSON.stringify(received)} ${credentials} ${inPhp}`);
    });
    expect(status).toBe(500);
    for (const secret of ['privada', 'YXNz']) expect(text).not.toContain(secret);
    expect(text).toMatch(/^ñandú •••• .*"x-api-key":"••••","authorization":"••••","x-short":"andina".* •••• {"credentials":"••••"}$/);
  });

  it('has no part of a value at its end, and is whole if everything else fits', async () => {
    const secret = 's'.repeat(2_000);
    const after = async (blanks: number) => {
      const { text, responseTruncated } = await answered({ headers: { 'X-Api-Key': secret } }, (response) =>
        response.end(' '.repeat(blanks) + secret),
      );
      return { text: text.trim(), responseTruncated };
    };
    expect(await after(3_000)).toEqual({ text: '••••', responseTruncated: false });
    expect(await after(4_090)).toEqual({ text: '••', responseTruncated: true });
  });

  it('has no beginning of a value where the answer was cut', async () => {
    const secret = 's'.repeat(7_500);
    const { text, responseTruncated } = await answered({ headers: { 'X-Api-Key': secret } }, (response) =>
      response.end(`${secret}|${secret}|${secret}`),
    );
    expect({ text, responseTruncated }).toEqual({ text: '••••|••••|••••', responseTruncated: true });
  });

  it('has neither a token nor the client secret', async () => {
    const tokens = await startReceiver((response, _, { received }) => response.end(`{"access_token":"testigo-${received.length}"}`));
    const oauth = { tokenUrl: tokens.url, clientId: 'cliente', clientSecret: 'contraseña', audience: null, scope: null };
    const { text } = await answered({ oauth }, (response, { headers: { authorization } }) =>
      response.writeHead(401).end(`${authorization} testigo-1 ${oauth.clientSecret} contrase\\u00f1a`),
    );
    expect(tokens.received).toHaveLength(2);
    expect(text).toBe('Bearer •••• •••• •••• ••••');
  });
});

describe('receivers on one host', () => {
  afterEach(stopReceivers);

  it('wait for no connection of each other: there is one for each attempt and preflight of a process', async () => {
    const attemptsAtOnce = 2;
    const client = newClient({ ...onThisMachine, VIGIA_WEBHOOK_CONCURRENCY: String(attemptsAtOnce) });
    const hung = await startReceiver(() => undefined);
    const [lanes, firstAttempts] = [2 * attemptsAtOnce, attemptsAtOnce];
    const all = lanes + firstAttempts + mostPreflights;
    const ending = new AbortController();
    const sent = Array.from({ length: all }, () => client.send(receiverAt(hung.url), message, ending.signal).catch((error) => error));
    await waitUntil(() => hung.received.length === all);
    ending.abort();
    for (const one of await Promise.all(sent)) expect(one).toBeInstanceOf(AttemptCutOff);
    await client.close();
  });
});

describe('the token of an attempt', () => {
  afterEach(() => {
    mock.restoreAll();
    return stopReceivers();
  });

  it('keeps its whole time when the clock of the machine is set forward', async () => {
    const receiver = await startReceiver((response, { path }, { received }) => {
      if (path !== '/token') return void response.end();
      if (received.length > 1) return void response.end('{"access_token":"t"}');
      const anHourLater = Date.now() + 3_600_000;
      mock.method(Date, 'now', () => anHourLater);
      response.writeHead(400).end('{"error":"invalid_client"}');
    });
    const client = newClient(onThisMachine);
    const tokenUrl = new URL('/token', receiver.url).href;
    const oauth = { tokenUrl, clientId: 'c', clientSecret: 's', audience: null, scope: null };
    const report = await client.send({ ...receiverAt(receiver.url), oauth }, message, new AbortController().signal);
    expect(report.outcome).toEqual({ result: 'succeeded' });
    await client.close();
  });
});

describe('the class of a failure without an answer', () => {
  it.each([
    ['dns', 'dns'],
    ['connect', 'connect'],
    ['tls', 'tls'],
    ['timeout', 'timeout'],
    ['address_blocked', 'address_blocked'],
    ['protocol', 'http'],
    ['body_too_large', 'http'],
  ] as const)('is, for the kind %s, %s', (kind, failure) => {
    expect(outcomeOfError(new OutboundError(kind, 'why'))).toEqual({ result: 'failed', failure, detail: 'why' });
  });

  it('is oauth where the server of the tokens refused', () => {
    expect(outcomeOfError(new TokenError('why'))).toEqual({ result: 'failed', failure: 'oauth', detail: 'why' });
  });
});
