import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StartLoads } from '@vigia/contracts';
import { documentMark, withCorrelationId } from '@vigia/observability';
import { testOrigin, waitUntil } from '@vigia/testing';
import { startLoader, type RunningLoader } from './running-loader.js';

describe('the log of the loader', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-loader-log-'));
  const logFile = join(folder, 'loader.log');
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader({ VIGIA_LOG_FILE: logFile });
  });

  afterAll(async () => {
    await loader?.stop();
    rmSync(folder, { recursive: true });
  });

  const lines = () =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const lineOf = (msg: string, field: string, value: unknown) =>
    waitUntil(async () => lines().find((line) => line.msg === msg && line[field] === value), { what: `the line “${msg}”` });
  const linesOf = (msg: string, document: string) => lines().filter((line) => line.msg === msg && line.document === documentMark(document));
  const loadEnded = 'load ended without some of its sources';

  async function ask(
    taxIds: string[],
    { correlationId = randomUUID(), quotaMonths }: { correlationId?: string; quotaMonths?: number } = {},
  ) {
    const corporationId = await loader.createCorporation(quotaMonths);
    const command: StartLoads = { requestId: randomUUID(), corporationId, docType: 'RUC', taxIds, mode: 'monitoring', origin: testOrigin };
    await withCorrelationId(correlationId, () => loader.commandPatiently(command));
    return { requestId: command.requestId, corporationId, correlationId };
  }

  it('has one line about a load that lost a source at its deadline, with the reason, under the id of the call', async () => {
    const taxId = '20990000019';
    const asked = await loader.holding('protestos', async () => {
      const given = await ask([taxId]);
      await loader.giveUp(taxId, 'protestos');
      await loader.untilFinished(given.requestId);
      return given;
    });
    const [load] = await loader.loads(taxId);
    const { durationMs, ...line } = await lineOf(loadEnded, 'loadId', load!.id);
    expect(line).toMatchObject({
      level: 'info',
      correlationId: asked.correlationId,
      document: documentMark(taxId),
      estado: 'partial',
      lost: { protestos: 'deadline' },
    });
    // The database rounds the microseconds, a Date cuts them off.
    const kept = load!.closed_at!.getTime() - load!.opened_at.getTime();
    expect([kept - 1, kept, kept + 1]).toContain(durationMs);
    expect(linesOf(loadEnded, taxId)).toHaveLength(1);
  });

  it('has no line about a load that lost no source, and one about the request that waited for it', async () => {
    const taxId = '20990000027';
    const { requestId, corporationId, correlationId } = await ask([taxId]);
    const { durationMs, ...line } = await lineOf('request finished', 'requestId', requestId);
    const [load] = await loader.loads(taxId);
    const outcomes = { loaded: 1 };
    expect(line).toMatchObject({ level: 'info', correlationId, corporationId, outcomes, document: documentMark(taxId), loadId: load!.id });
    expect(line).not.toHaveProperty('loadCorrelationId');
    expect(durationMs).toBeGreaterThan(0);
    expect(linesOf(loadEnded, taxId)).toEqual([]);
    expect(linesOf('request finished', taxId)).toHaveLength(1);
  });

  it('has no line about a refresh that lost no source, although another source had failed before', async () => {
    const taxId = '20990000035';
    await loader.simulator.lay('protestos', taxId, { outcome: 'malformed' });
    await loader.untilFinished((await ask([taxId])).requestId);
    await loader.database.query(`UPDATE profiles.source_answer SET refresh_at = now() WHERE tax_id = $1 AND source = 'trabajadores'`, [
      taxId,
    ]);
    await waitUntil(async () => (await loader.loads(taxId))[1]?.closed_at, { what: 'the refresh has ended' });
    const { requestId } = await ask([taxId]);
    await lineOf('request finished', 'requestId', requestId);
    const [first, refresh] = await loader.loads(taxId);
    expect(linesOf(loadEnded, taxId).map(({ loadId }) => loadId)).not.toContain(refresh!.id);
    expect(linesOf(loadEnded, taxId)[0]).toMatchObject({ loadId: first!.id, lost: { protestos: 'malformed' } });
  });

  it('says with which id the lines of a load go that another call had opened', async () => {
    const taxId = '20990000043';
    const [first, second] = await loader.holding('trabajadores', async () => [await ask([taxId]), await ask([taxId])]);
    await loader.untilFinished(second!.requestId);
    const [load] = await loader.loads(taxId);
    const line = await lineOf('request finished', 'requestId', second!.requestId);
    expect(line).toMatchObject({ correlationId: second!.correlationId, loadId: load!.id, loadCorrelationId: first!.correlationId });
    expect(await lineOf('request finished', 'requestId', first!.requestId)).not.toHaveProperty('loadCorrelationId');
  });

  it('counts the documents of a request by what became of each, also where no source was asked', async () => {
    const { requestId, corporationId, correlationId } = await ask(['20990000051', '20990000060', '20990000078'], { quotaMonths: 1 });
    const line = await lineOf('request finished', 'requestId', requestId);
    expect(line).toMatchObject({ correlationId, corporationId, outcomes: { quota_insufficient: 3 } });
    expect(line).not.toHaveProperty('document');
    const update = { requestId: randomUUID(), corporationId, taxIds: ['20990000086', '20990000094'], origin: testOrigin };
    await loader.messages.request('reprocess.start', update, { timeoutMs: 60_000 });
    expect(await lineOf('request finished', 'requestId', update.requestId)).toMatchObject({ outcomes: { not_active: 2 } });
  });

  it('names the load and the mark of the document where a source did not answer', async () => {
    const taxId = '20990000108';
    await loader.simulator.lay('deuda_vencida', taxId, { outcome: 'malformed' });
    const { requestId, correlationId } = await ask([taxId]);
    await loader.untilFinished(requestId);
    const line = await lineOf('source did not answer', 'document', documentMark(taxId));
    const [load] = await loader.loads(taxId);
    expect(line).toMatchObject({ loadId: load!.id, source: 'deuda_vencida', reason: 'malformed', correlationId });
  });

  it('has no document', () => {
    expect(readFileSync(logFile, 'utf8')).not.toContain('2099000');
  });
});
