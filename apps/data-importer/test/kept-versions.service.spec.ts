import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import pg from 'pg';
import { latin1, padronHeader, padronLine } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const acme = '20991000012';
const reason = 'prueba';

describe('kept versions', () => {
  let importer: RunningImporter;

  beforeAll(async () => {
    importer = await startImporter();
    await importer.database.query(`UPDATE registry.dataset SET keep = 4 WHERE name = $1`, [padron]);
    for (const name of ['UNO', 'DOS', 'TRES']) await bring(name);
  });

  afterAll(() => importer?.stop());

  const bring = (name: string) =>
    importer.bringIn(padron, importer.file(`${name}.txt`, latin1(padronHeader, padronLine(acme, name))), { publishedOn: '2026-11-20' });
  const nameInForce = async () => (await importer.database.query<{ name: string }>('SELECT name FROM registry.current_taxpayer'))[0]!.name;
  const versions = async () => (await importer.ask('datasets.versions', { dataset: padron, limit: 20 })).versions;
  const partitions = async () =>
    (
      await importer.database.query<{ version: number }>(
        `SELECT substr(relname, 10)::int AS version FROM pg_class
         WHERE relnamespace = 'registry'::regnamespace AND relname ~ '^taxpayer_[0-9]+$' ORDER BY 1`,
      )
    ).map(({ version }) => version);
  const rollBack = () => importer.ask('datasets.rollback', { dataset: padron, actor: reason, reason });

  it('return in order with each rollback, and a withdrawn one never returns', async () => {
    await rollBack();
    expect(await nameInForce()).toBe('DOS');
    await bring('CUATRO');
    await rollBack();
    expect(await nameInForce()).toBe('DOS');
    await rollBack();
    expect(await nameInForce()).toBe('UNO');
    await expect(rollBack()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are dropped once they are marked, without an import and after an interrupted drop', async () => {
    const [halfDetached, marked] = (await versions()).filter(({ state }) => state === 'superseded').map(({ version }) => version);
    const reader = await connected(importer.database.url);
    const process = await connected(importer.database.url);
    await reader.query(`BEGIN; SELECT FROM registry.taxpayer WHERE version = ${halfDetached}`);
    const ended = process.query(`ALTER TABLE registry.taxpayer DETACH PARTITION registry.taxpayer_${halfDetached} CONCURRENTLY`);
    const isPending = () => importer.database.query('SELECT FROM pg_inherits WHERE inhdetachpending');
    await waitUntil(async () => (await isPending()).length === 1, { what: 'the partition is half detached' });
    await importer.database.query(`SELECT pg_cancel_backend($1)`, [(process as unknown as { processID: number }).processID]);
    await expect(ended).rejects.toThrow('cancel');
    await Promise.all([reader.end(), process.end()]);
    await importer.database.query(`UPDATE registry.version SET state = 'pruned' WHERE id = ANY($1)`, [[halfDetached, marked]]);
    await waitUntil(async () => (await partitions()).length === 2, { what: 'both partitions are dropped' });
    const kept = (await versions()).filter(({ state }) => state === 'current' || state === 'superseded').map(({ version }) => version);
    expect(await partitions()).toEqual(kept.toReversed());
  });

  it('lose their rejected lines with their rows, and 30 days after their end if they never came into force', async () => {
    const rejected = (name: string, dryRun: boolean) =>
      importer.bringIn(padron, importer.file(`${name}.txt`, latin1(padronHeader, padronLine(acme, name), padronLine('20991000013'))), {
        publishedOn: '2026-11-20',
        accept: reason,
        dryRun,
      });
    const linesOf = async ({ version }: { version: number }) =>
      (await importer.ask('datasets.rejects', { version, limit: 10 })).rejects.length;
    const checked = await rejected('CINCO', true);
    const superseded = await rejected('SEIS', false);
    const current = await rejected('SIETE', false);
    const age = (days: number) =>
      importer.database.query(`UPDATE registry.version SET ended_at = now() - interval '${days} days' WHERE id = ANY($1)`, [
        [checked, superseded, current].map(({ version }) => version),
      ]);
    const tidied = async () => {
      await importer.pause();
      await importer.resume();
    };
    await age(29);
    await tidied();
    expect(await Promise.all([checked, superseded, current].map(linesOf))).toEqual([1, 1, 1]);
    await age(31);
    await tidied();
    await waitUntil(async () => (await linesOf(checked)) === 0, { what: 'the lines of the check are deleted' });
    expect(await Promise.all([superseded, current].map(linesOf))).toEqual([1, 1]);
    await importer.database.query(`UPDATE registry.version SET ended_at = now(), state = 'pruned' WHERE id = $1`, [superseded.version]);
    await waitUntil(async () => (await linesOf(superseded)) === 0, { what: 'the lines of the pruned version are deleted' });
    expect(await linesOf(current)).toBe(1);
  });

  it('lose the changes that they brought with their rows, in a register of taxpayers', async () => {
    await importer.database.query(
      `INSERT INTO profiles.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
       VALUES ('RUC', $1, 'succeeded', '{}', '{}', '{}', gen_random_uuid())`,
      [acme],
    );
    const superseded = await bring('OCHO');
    const current = await bring('NUEVE');
    const changesOf = async ({ version }: { version: number }) =>
      (await importer.ask('datasets.changes', { version, limit: 10 })).changes.length;
    expect(await Promise.all([superseded, current].map(changesOf))).toEqual([1, 1]);
    await importer.database.query(`UPDATE registry.version SET state = 'pruned' WHERE id = $1`, [superseded.version]);
    await waitUntil(async () => (await partitions()).every((version) => version !== superseded.version), { what: 'the rows are deleted' });
    await waitUntil(async () => (await changesOf(superseded)) === 0, { what: 'the changes are deleted' });
    expect(await changesOf(current)).toBe(1);
  });

  it('are not found by an unknown number', async () => {
    const version = 2_000_000_000;
    const unknown = { code: 'not_found' };
    await expect(importer.ask('datasets.version', { version })).rejects.toMatchObject(unknown);
    await expect(importer.ask('datasets.changes', { version, limit: 10 })).rejects.toMatchObject(unknown);
    await expect(importer.ask('datasets.rejects', { version, limit: 10 })).rejects.toMatchObject(unknown);
  });

  it('go back one version if the broker delivers a rollback again', async () => {
    for (const name of ['CINCO', 'SEIS', 'SIETE']) await bring(name);
    const queue = importer.broker.queue('data-importer-requests');
    const id = randomUUID();
    const payload = { dataset: padron, actor: reason, reason };
    const job = { id, name: 'datasets.rollback', data: { v: 1, id, correlationId: id, sentAt: Date.now(), payload } };
    for (const time of ['first', 'second']) {
      await queue.push([job]);
      await waitUntil(async () => Object.values(await queue.counts()).every((jobs) => jobs === 0), {
        what: `it is handled the ${time} time`,
      });
      expect(await nameInForce()).toBe('SEIS');
    }
  });
});

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
