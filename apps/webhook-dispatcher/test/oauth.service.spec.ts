import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTokenServer } from '@vigia/testing';
import { startRawReceiver, startReceiver, stopReceivers, type Receiver } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';

const taxId = '20990000019';
const client = { clientId: 'cliente ñ:1', clientSecret: 'canary +/=&%', audience: 'https://api.example', scope: 'perfil avisos' };
const jsonAnswer = (body: unknown, status = 200) =>
  startReceiver((response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)));
const authorizations = ({ received }: Receiver) => received.map(({ headers }) => headers.authorization);

describe('a delivery with OAuth 2.0', () => {
  let dispatcher: RunningDispatcher;
  let corporationId: string;
  const folder = mkdtempSync(join(tmpdir(), 'vigia-hooks-'));
  const logFile = join(folder, 'log');

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start({
      VIGIA_WEBHOOK_RETRIES: '50ms',
      VIGIA_WEBHOOK_TOKEN_MS: '4000',
      VIGIA_LOG_FILE: logFile,
      VIGIA_LOG_LEVEL: 'debug',
    });
    await dispatcher.profiles.active(randomUUID(), taxId);
  });
  afterAll(async () => {
    await dispatcher?.stop();
    rmSync(folder, { recursive: true });
  });
  afterEach(stopReceivers);

  async function deliver(tokenUrl: string, receiver: Receiver, credentials = client) {
    corporationId = randomUUID();
    await dispatcher.profiles.access(corporationId, taxId);
    await dispatcher.create(corporationId, { url: receiver.url, oauth: { ...credentials, tokenUrl } });
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    return dispatcher.closed(corporationId, triggerId);
  }

  it.each([
    ['with credentials that need no encoding', 'cliente-1', 'canary-1'],
    ['that does not decode the credentials, and so gets them in the body as well', 'cliente-2', client.clientSecret],
  ])('gets a token from a foreign token server %s', async (_case, clientId, clientSecret) => {
    const server = await startTokenServer(clientId, clientSecret);
    try {
      const receiver = await startReceiver();
      const { delivery } = await deliver(server.tokenUrl, receiver, { ...client, clientId, clientSecret });
      expect(delivery.state).toBe('SUCCEEDED');
      expect(server.issued).toHaveLength(1);
      expect(authorizations(receiver)).toEqual([`Bearer ${server.issued[0]}`]);
    } finally {
      server.close();
    }
  });

  it('requests a token by RFC 6749 for each attempt, and stores neither token nor secret', async () => {
    const tokens = await jsonAnswer({ access_token: 'canary-token', token_type: 'bearer', expires_in: '0' });
    const receiver = await startReceiver((response, _, { received }) => response.writeHead(received.length < 2 ? 500 : 200).end());
    const { attempts } = await deliver(tokens.url, receiver);
    expect(tokens.received).toHaveLength(2);
    const [request] = tokens.received;
    expect(request!.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const basic = Buffer.from(String(request!.headers.authorization).replace('Basic ', ''), 'base64').toString();
    expect(basic).toBe('cliente+%C3%B1%3A1:canary+%2B%2F%3D%26%25');
    expect(Object.fromEntries(new URLSearchParams(request!.body.toString()))).toEqual({
      grant_type: 'client_credentials',
      audience: client.audience,
      scope: client.scope,
    });
    expect(attempts.map(({ tokenMs }) => typeof tokenMs)).toEqual(['number', 'number']);
    const kept = await Promise.all(
      ['attempt', 'delivery', 'configuration'].map((table) => dispatcher.database.query(`SELECT * FROM webhooks.${table}`)),
    );
    expect(JSON.stringify(kept)).not.toContain('canary');
  });

  it.each([
    [401, '{"error":"invalid_client"}'],
    [400, '{"error":"invalid_request"}'],
    [400, '{"error":"invalid_grant"}'],
    [403, 'forbidden'],
  ])('sends the credentials in the body if the server refuses them in the header with %d %s', async (status, refusal) => {
    const tokens = await startReceiver((response, { headers }) => {
      if (headers.authorization) response.writeHead(status).end(refusal);
      else response.end('{"access_token":"t1"}');
    });
    const receiver = await startReceiver();
    expect((await deliver(tokens.url, receiver)).attempts).toHaveLength(1);
    expect(authorizations(receiver)).toEqual(['Bearer t1']);
    const form = new URLSearchParams(tokens.received[1]!.body.toString());
    expect([form.get('client_id'), form.get('client_secret')]).toEqual([client.clientId, client.clientSecret]);
  });

  it.each([
    [400, 'invalid_scope'],
    [403, 'unauthorized_client'],
  ])('does not send them in the body to a server that has recognised the client: %d %s', async (status, error) => {
    const tokens = await jsonAnswer({ error }, status);
    const { attempts } = await deliver(tokens.url, await startReceiver());
    expect(attempts[0]).toMatchObject({ failure: 'oauth', detail: expect.stringContaining(`answered ${status} (${error})`) });
    expect(tokens.received.map(({ headers }) => 'authorization' in headers)).toEqual(attempts.map(() => true));
  });

  it('fetches a fresh token once if the receiver refuses the first', async () => {
    let issued = 0;
    const tokens = await startReceiver((response) => response.end(JSON.stringify({ access_token: `t${(issued += 1)}` })));
    const receiver = await startReceiver((response, { headers }) =>
      response.writeHead(headers.authorization === 'Bearer t2' ? 200 : 401).end(),
    );
    const { delivery, attempts } = await deliver(tokens.url, receiver);
    expect(delivery.state).toBe('SUCCEEDED');
    expect(attempts).toHaveLength(1);
    expect(authorizations(receiver)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('shows what was sent with the first token if there is no second one', async () => {
    const tokens = await startReceiver((response, _, { received }) => {
      if (received.length % 2 === 1) response.end('{"access_token":"t"}');
      else response.writeHead(500).end();
    });
    const receiver = await startReceiver((response) => response.writeHead(401).end());
    const { attempts } = await deliver(tokens.url, receiver);
    expect(receiver.received).toHaveLength(2);
    const authorization = { name: 'Authorization', value: '••••' };
    const sent = { failure: 'oauth', requestHeaders: expect.arrayContaining([authorization]), signedBy: [1] };
    expect(attempts).toMatchObject([sent, sent]);
  });

  it.each([401, 403])('fails if the receiver answers %d again, without a further token in the attempt', async (status) => {
    const tokens = await jsonAnswer({ access_token: 't' });
    const receiver = await startReceiver((response) => response.writeHead(status).end());
    const { delivery, attempts } = await deliver(tokens.url, receiver);
    expect(delivery.state).toBe('FAILED');
    expect(attempts.map(({ failure, status: answered }) => [failure, answered])).toEqual([
      ['http', status],
      ['http', status],
    ]);
    expect(receiver.received).toHaveLength(status === 401 ? 4 : 2);
    expect(tokens.received).toHaveLength(status === 401 ? 4 : 2);
  });

  it.each<[string, () => Promise<Receiver>, string]>([
    ['refuses', () => jsonAnswer({ error: 'invalid_scope', error_description: 'canary' }, 400), 'answered 400 (invalid_scope)'],
    ['fails', () => jsonAnswer('canary', 503), 'answered 503'],
    ['redirects', () => startReceiver((response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()), 'answered 302'],
    ['never answers', () => startRawReceiver((socket) => socket.resume()), 'not finished within'],
    ['does not answer in JSON', () => startReceiver((response) => response.end('canary')), 'no usable access_token'],
    ['gives no token', () => jsonAnswer({ token: 'canary' }), 'no usable access_token'],
    ['gives a token that would be two headers', () => jsonAnswer({ access_token: 'canary\r\nx-a: b' }), 'no usable access_token'],
    ['gives another kind of token', () => jsonAnswer({ access_token: 'canary', token_type: 'mac' }), 'not a bearer token'],
    ['answers without an end', () => startReceiver((response) => response.end('x'.repeat(70_000))), 'larger than'],
  ])('whose token server %s fails and is retried, without a call of the receiver', async (_name, start, detail) => {
    const receiver = await startReceiver();
    const { delivery, attempts } = await deliver((await start()).url, receiver);
    expect(delivery.state).toBe('FAILED');
    expect(attempts).toMatchObject(
      [1, 2].map(() => ({ failure: 'oauth', status: null, detail: expect.stringContaining(detail), requestHeaders: [], signedBy: [] })),
    );
    expect(JSON.stringify(attempts)).not.toContain('canary');
    expect(receiver.received).toHaveLength(0);
  });

  it('logs its outcome, and no secret', () => {
    const log = readFileSync(logFile, 'utf8');
    for (const said of ['delivery succeeded', 'attempt failed', 'delivery given up', '"failure":"oauth"', '"tokens":2'])
      expect(log).toContain(said);
    expect(log).not.toContain('canary');
    expect(log).not.toContain('Bearer');
  });
});
