import { describe, expect, it } from '@jest/globals';
import { Readiness } from '../src/index.js';

const fine = { name: 'database', check: async () => 1 };

describe('readiness', () => {
  it('reports ready while every check passes', async () => {
    const readiness = new Readiness([fine, { ...fine, name: 'broker' }]);
    expect(await readiness.report()).toEqual({ ready: true, checks: { database: 'ok', broker: 'ok' } });
  });

  it('reports not ready when a check fails, without the reason', async () => {
    const broken = { name: 'broker', check: () => Promise.reject(new Error('redis://:s3cr3t@host refused')) };
    expect(await new Readiness([fine, broken]).report()).toEqual({ ready: false, checks: { database: 'ok', broker: 'failing' } });
  });

  it('does not wait for a check that hangs, and runs all checks in parallel', async () => {
    const hanging = () => new Promise(() => {});
    const startedAt = performance.now();
    const names = Array.from({ length: 10 }, (_, i) => `check ${i}`);
    const report = await new Readiness(names.map((name) => ({ name, check: hanging }))).report();
    const tookMs = performance.now() - startedAt;
    expect(report).toEqual({ ready: false, checks: Object.fromEntries(names.map((name) => [name, 'no answer in time'])) });
    expect(tookMs).toBeGreaterThan(1_900);
    expect(tookMs).toBeLessThan(15_000);
  });

  it('reports a warning, but ready, while the warning holds', async () => {
    const readiness = new Readiness([fine]);
    readiness.warn('work', 'is late');
    expect(await readiness.report()).toEqual({ ready: true, checks: { database: 'ok' }, warnings: { work: 'is late' } });
    readiness.warn('work', undefined);
    expect(await readiness.report()).toEqual({ ready: true, checks: { database: 'ok' } });
  });

  it('reports a warning, but ready, while a check fails that only warns', async () => {
    const away = { name: 'broker', check: () => Promise.reject(new Error('refused')), onlyWarns: true };
    const checks = { database: 'ok', broker: 'failing' };
    const warnings = { broker: 'requests that need it are refused' };
    expect(await new Readiness([fine, away]).report()).toEqual({ ready: true, checks, warnings });
    expect(await new Readiness([{ ...away, name: 'database', onlyWarns: false }, away]).report()).toMatchObject({ ready: false });
  });

  it('reports not ready after the process begins to stop, whatever the checks say', async () => {
    const readiness = new Readiness([fine]);
    expect(readiness.stopping).toBe(false);
    readiness.stop();
    expect(readiness.stopping).toBe(true);
    expect(await readiness.report()).toEqual({ ready: false, checks: { database: 'ok', process: 'stopping' } });
  });
});
