import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { Document, SourceName } from '@vigia/contracts';
import { createLogger } from '@vigia/observability';
import { createHttpClient } from '@vigia/outbound-http';
import { waitUntil } from '@vigia/testing';
import { register } from 'prom-client';
import { failed, type SourceAnswer } from '../../src/domain/source-answer.js';
import { CircuitBreaker } from '../../src/sources/connector/circuit-breaker.js';
import { HttpJsonConnector } from '../../src/sources/connector/http-json-connector.js';
import { startProvider, type LoopbackProvider } from './loopback-provider.js';

const source: SourceName = 'protestos';
const document: Document = { docType: 'RUC', taxId: '20990000019' };
let asked = 0;
const another = (): Document => ({ docType: 'DNI', taxId: String(10_000_000 + ++asked) });
const pauseMs = 4_000;
const envelope = JSON.stringify({ sourceVersion: 'v1', observedAt: '2026-03-10T12:00:00Z', data: null });

describe('the circuit of a source', () => {
  let provider: LoopbackProvider;
  let folder: string;
  let breaker: CircuitBreaker;
  let status: number;
  let held: (() => void)[] | undefined;
  const client = createHttpClient({ connectionsPerHost: 64 });

  beforeAll(async () => {
    provider = await startProvider((_request, response) => {
      const reply = () => response.writeHead(status).end(envelope);
      if (held) held.push(reply);
      else reply();
    });
  });
  afterAll(async () => {
    provider?.stop();
    await client.close();
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-circuit-'));
    status = 500;
    held = undefined;
    provider.asked.length = 0;
    const connector = new HttpJsonConnector(client, source, {
      method: 'GET',
      url: `${provider.url}/{taxId}`,
      headers: {},
      credentials: {},
      secrets: [],
      answer: {},
      statuses: { empty: [], not_contracted: [], unknown_taxpayer: [404] },
      timeoutMs: 15_000,
      breaker: { failures: 3, pauseMs },
    });
    breaker = new CircuitBreaker(
      connector,
      source,
      { failures: 3, pauseMs },
      createLogger('test', { level: 'info', file: join(folder, 'log') }),
    );
  });
  afterEach(async () => {
    // The logger opens its file in the background, and would not find its folder any more.
    await waitUntil(async () => existsSync(join(folder, 'log')), { what: 'the log is open' });
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (signal = new AbortController().signal) => breaker.ask(another(), signal);
  const reasons = async (count: number) => {
    const found: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const answer = await ask();
      found.push(answer.outcome === 'failed' ? answer.reason : answer.outcome);
    }
    return found;
  };
  const gauge = async () =>
    (await register.getSingleMetric('vigia_source_circuit_open')?.get())?.values.find(({ labels }) => labels.source === source)?.value;
  const logged = (count: number) =>
    waitUntil(() => {
      const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
      return lines.length >= count && lines.map((line) => (JSON.parse(line) as { circuit: string }).circuit);
    });
  const askedAgain = async () => {
    const before = provider.asked.length;
    return waitUntil(async () => {
      const answer = await ask();
      return provider.asked.length > before && answer;
    });
  };

  it('opens after a number of failures in a row, and then holds back questions', async () => {
    expect(await gauge()).toBe(0);
    expect(await reasons(5)).toEqual(['source_error', 'source_error', 'source_error', 'circuit_open', 'circuit_open']);
    expect(provider.asked).toHaveLength(3);
    expect(await gauge()).toBe(1);
    const refusal = await ask();
    expect(refusal).toEqual({ outcome: 'failed', reason: 'circuit_open', retryAfterMs: expect.any(Number), unasked: 'circuit' });
    const { retryAfterMs = -1 } = refusal as { retryAfterMs?: number };
    expect(retryAfterMs).toBeLessThanOrEqual(pauseMs);
  });

  it('lets one probe through after the pause, refuses the others, and closes when it is answered', async () => {
    await reasons(3);
    held = [];
    const probes: Promise<SourceAnswer>[] = [];
    await waitUntil(() => {
      probes.push(ask());
      return held!.length > 0;
    });
    status = 200;
    const refused = failed('circuit_open', { retryAfterMs: pauseMs, unasked: 'circuit' });
    expect([await ask(), await ask(), await ask()]).toEqual([refused, refused, refused]);
    expect(provider.asked).toHaveLength(4);
    held.forEach((reply) => reply());
    held = undefined;
    expect((await Promise.all(probes)).filter(({ outcome }) => outcome === 'empty')).toHaveLength(1);
    expect(await reasons(3)).toEqual(['empty', 'empty', 'empty']);
    expect(await gauge()).toBe(0);
    expect(await logged(3)).toEqual(['Open', 'HalfOpen', 'Closed']);
  });

  it('stays open when the probe fails', async () => {
    await reasons(3);
    expect(await askedAgain()).toMatchObject({ reason: 'source_error' });
    expect(await reasons(2)).toEqual(['circuit_open', 'circuit_open']);
    expect(provider.asked).toHaveLength(4);
    expect(await logged(3)).toEqual(['Open', 'HalfOpen', 'Open']);
  });

  it('counts only failures of a source that is down', async () => {
    for (status of [429, 404, 500, 500, 429, 500, 500, 404]) await ask();
    expect(provider.asked).toHaveLength(8);
    status = 500;
    expect(await reasons(4)).toEqual(['source_error', 'source_error', 'source_error', 'circuit_open']);
  });

  it('counts a document once, however often the source fails on it', async () => {
    const never = new AbortController().signal;
    for (let n = 0; n < 8; n += 1) expect(await breaker.ask(document, never)).toMatchObject({ reason: 'source_error' });
    expect(await reasons(1)).toEqual(['source_error']);
    expect(breaker.isOpen).toBe(false);
    expect(await reasons(2)).toEqual(['source_error', 'circuit_open']);
  });

  it('does not count questions that the loader aborted', async () => {
    held = [];
    for (let n = 0; n < 4; n += 1) {
      const stop = new AbortController();
      const answer = ask(stop.signal);
      await waitUntil(() => held!.length > n);
      stop.abort();
      expect(await answer).toMatchObject({ reason: 'timeout' });
    }
    held = undefined;
    expect(await reasons(1)).toEqual(['source_error']);
  });

  describe('with questions that were never sent or were aborted', () => {
    const unasked = failed('rate_limited', { retryAfterMs: 60_000, unasked: 'quota' });
    let answers: (SourceAnswer | Error)[];
    const breakerOver = (limits: { failures: number; pauseMs: number }) => {
      const ask = async () => {
        const answer = answers.shift()!;
        if (answer instanceof Error) throw answer;
        return answer;
      };
      return new CircuitBreaker({ ask }, source, limits, createLogger('test', { level: 'info', file: join(folder, 'log') }));
    };
    const askedOf = (one: CircuitBreaker) => one.ask(another(), new AbortController().signal).catch((error: Error) => error.message);

    it('counts the failures before and after them as in a row', async () => {
      answers = [failed('source_error'), unasked, new Error('lost'), failed('source_error')];
      const one = breakerOver({ failures: 2, pauseMs });
      expect([await askedOf(one), await askedOf(one), await askedOf(one)]).toEqual([failed('source_error'), unasked, 'lost']);
      expect(one.isOpen).toBe(false);
      await askedOf(one);
      expect(one.isOpen).toBe(true);
    });

    it('stays open until a question that was sent is answered', async () => {
      const none: SourceAnswer = { outcome: 'empty', sourceVersion: 'v1', observedAt: '2026-03-10T12:00:00Z' };
      answers = [failed('source_error'), unasked, new Error('lost'), none];
      const one = breakerOver({ failures: 1, pauseMs: 1 });
      for (const left of [3, 2, 1]) {
        await waitUntil(async () => (await askedOf(one), answers.length === left));
        expect(one.isOpen).toBe(true);
      }
      await waitUntil(async () => (await askedOf(one), answers.length === 0));
      expect(one.isOpen).toBe(false);
    });

    it('tests the source after the pause, also if the clock of the machine is set back', async () => {
      const now = Date.now.bind(Date);
      answers = [failed('source_error'), failed('source_error')];
      const one = breakerOver({ failures: 1, pauseMs: 1 });
      await askedOf(one);
      const clock = mock.method(Date, 'now', () => now() - 3_600_000);
      try {
        await waitUntil(async () => (await askedOf(one), answers.length === 0), { what: 'the source is asked again' });
      } finally {
        clock.mock.restore();
      }
      expect(one.isOpen).toBe(true);
    });

    it('leaves the decision to the probe, whatever an earlier question brings meanwhile', async () => {
      const pending: ((answer: SourceAnswer) => void)[] = [];
      const connector = { ask: () => new Promise<SourceAnswer>((resolve) => pending.push(resolve)) };
      const log = createLogger('test', { level: 'info', file: join(folder, 'log') });
      const one = new CircuitBreaker(connector, source, { failures: 1, pauseMs: 1 }, log);
      const earlier = [askedOf(one), askedOf(one)];
      pending[0]!(failed('source_error'));
      await earlier[0];
      const later: Promise<unknown>[] = [];
      await waitUntil(() => (later.push(askedOf(one)), pending.length === 3), { what: 'the source is asked again' });
      pending[1]!(failed('timeout'));
      await earlier[1];
      pending[2]!({ outcome: 'empty', sourceVersion: 'v1', observedAt: '2026-03-10T12:00:00Z' });
      await Promise.all(later);
      expect(one.isOpen).toBe(false);
    });

    it('stays open after an aborted probe', async () => {
      answers = [failed('source_error'), failed('timeout')];
      const one = breakerOver({ failures: 1, pauseMs: 1 });
      await askedOf(one);
      await waitUntil(async () => (await one.ask(document, AbortSignal.abort()), answers.length === 0));
      expect(one.isOpen).toBe(true);
    });
  });
});
