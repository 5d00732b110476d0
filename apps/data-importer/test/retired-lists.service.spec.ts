import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { holdLock, waitUntil } from '@vigia/testing';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const list = 'ofac_sdn';
const none = '-0- ';
const reason = 'ya no se publica';
const entry = (id: number, name: string) => [id, `"${name}"`, none, '"CUBA"', ...Array.from({ length: 8 }, () => none)].join(',');
const ofac = (lines: string[]) => lines.map((line) => `${line}\r\n`).join('');

describe('a retired list', () => {
  let importer: RunningImporter;

  beforeAll(async () => {
    importer = await startImporter();
  });

  afterAll(() => importer?.stop());

  const folderOf = (...names: string[]) => {
    const folder = randomUUID();
    mkdirSync(join(importer.folder, folder));
    importer.file(join(folder, 'sdn.csv'), ofac(names.map((name, i) => entry(i + 1, name))));
    for (const other of ['alt.csv', 'add.csv', 'sdn_comments.csv']) importer.file(join(folder, other), '');
    return join(importer.folder, folder);
  };
  const bring = (...names: string[]) => importer.bringIn(list, folderOf(...names), { publishedOn: '2026-11-20' });
  const ask = (...names: string[]) =>
    importer.ask('datasets.import', { dataset: list, actor: 'prueba', files: [folderOf(...names)], publishedOn: '2026-11-20' });
  const retire = (dataset = list) => importer.ask('datasets.retire', { dataset, actor: 'prueba', reason });
  const statusOf = async (name = list) => (await importer.ask('datasets.list', {})).datasets.find(({ dataset }) => dataset === name)!;
  const listed = async () =>
    (
      await importer.database.query<{ name: string }>(
        `SELECT name FROM registry.current_list_name WHERE dataset = $1 ORDER BY entity_id COLLATE "C"`,
        [list],
      )
    ).map(({ name }) => name);
  const retirements = () =>
    importer.database.query(
      `SELECT from_version, to_version, switched_by, reason FROM registry.switch WHERE dataset = $1 AND to_version IS NULL ORDER BY id`,
      [list],
    );
  const isRetired = async () => (await importer.database.query(`SELECT FROM registry.retired WHERE dataset = $1`, [list])).length === 1;
  const refused = (asked: Promise<unknown>) => asked.then(String, ({ message }: Error) => message);

  it('is out of force with all its versions, whose rows and changes are deleted, and is not downloaded', async () => {
    await bring('COMERCIAL IMAGINARIA');
    const last = await bring('COMERCIAL IMAGINARIA', 'NAVIERA DE MUESTRA');
    await importer.database.query(`UPDATE registry.dataset SET fresh_at = now() - interval '1 year' WHERE name = $1`, [list]);
    expect(await retire()).toMatchObject({ version: { version: last.version, label: last.label, state: 'pruned' } });
    expect(await statusOf()).toMatchObject({
      current: null,
      parts: 0,
      freshAt: null,
      isLate: false,
      pause: { reason: `retired: ${reason}` },
    });
    expect([await listed(), await isRetired()]).toEqual([[], true]);
    expect(await retirements()).toEqual([{ from_version: last.version, to_version: null, switched_by: 'prueba', reason }]);
    const tables = () => importer.database.query(`SELECT FROM pg_class WHERE relname ~ '^list_entity_[0-9]+$'`);
    await waitUntil(async () => (await tables()).length === 0, { what: 'the rows of both versions are deleted' });
    const changes = () => importer.ask('datasets.changes', { version: last.version, limit: 10 });
    await waitUntil(async () => (await changes()).changes.length === 0, { what: 'the changes are deleted' });
  });

  it('begins anew once it is resumed: it is due at once, and not late', async () => {
    await bring('COMERCIAL IMAGINARIA');
    await importer.database.query(
      `INSERT INTO registry.version (dataset, state, requested_by, requested_at, ended_at, failure)
       VALUES ($1, 'failed', 'schedule', now() - interval '1 year', now(), 'answered 404')`,
      [list],
    );
    await importer.database.query(`UPDATE registry.dataset SET due_at = now() + interval '20 days' WHERE name = $1`, [list]);
    await retire();
    await importer.ask('datasets.resume', { dataset: list, actor: 'prueba' });
    const { isLate, dueAt } = await statusOf();
    expect([isLate, Date.parse(dueAt!) <= Date.now()]).toEqual([false, true]);
  });

  it('cannot be rolled back or retired again, and comes back with an import', async () => {
    await importer.ask('datasets.pause', { dataset: list, actor: 'prueba', reason: `retired: ${reason}` });
    const rolledBack = importer.ask('datasets.rollback', { dataset: list, actor: 'prueba', reason });
    expect(await refused(rolledBack)).toBe(`no version of ${list} is in force`);
    expect(await refused(retire())).toBe(`no version of ${list} is in force`);
    expect(await bring('COMERCIAL IMAGINARIA', 'NAVIERA DE MUESTRA')).toMatchObject({ state: 'current', previous: null, rows: 2 });
    expect([await listed(), await isRetired()]).toEqual([['COMERCIAL IMAGINARIA', 'NAVIERA DE MUESTRA'], false]);
    expect(await statusOf()).toMatchObject({ pause: { reason: `retired: ${reason}` }, freshAt: expect.any(String) });
    await importer.ask('datasets.resume', { dataset: list, actor: 'prueba' });
    expect(await statusOf()).toMatchObject({ pause: null, isLate: false });
  });

  it('does not come back with an import that waits or is under way at that time', async () => {
    const unattached = await holdLock(importer.database, 'LOCK TABLE registry.list_entity IN SHARE UPDATE EXCLUSIVE MODE');
    const underWay = await ask('EN CURSO');
    await unattached.untilWaitedFor();
    const waiting = await ask('EN ESPERA');
    await retire();
    await unattached.release();
    expect(await importer.untilEnded(waiting.version.version)).toMatchObject({
      state: 'failed',
      failure: 'its data set was retired before it began',
    });
    expect(await importer.untilEnded(underWay.version.version)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('was retired'),
    });
    expect([await listed(), await isRetired()]).toEqual([[], true]);
  });

  it('is retired once if the broker delivers the request again', async () => {
    await bring('DE VUELTA');
    const before = (await retirements()).length;
    const queue = importer.broker.queue('data-importer-requests');
    const id = randomUUID();
    const payload = { dataset: list, actor: 'prueba', reason };
    const job = { id, name: 'datasets.retire', data: { v: 1, id, correlationId: id, sentAt: Date.now(), payload } };
    const push = async (what: string) => {
      await queue.push([job]);
      await waitUntil(async () => Object.values(await queue.counts()).every((jobs) => jobs === 0), { what });
    };
    await push('it is handled');
    expect((await retirements()).length).toBe(before + 1);
    await bring('DE VUELTA OTRA VEZ');
    await push('it is handled again');
    expect([await listed(), (await retirements()).length]).toEqual([['DE VUELTA OTRA VEZ'], before + 1]);
  });

  it('may be one that this release no longer has; a register and an unknown name are refused', async () => {
    const leftOver = async () => (await importer.ask('datasets.list', {})).leftOver;
    expect(await leftOver()).toEqual([]);
    await importer.database.query(
      `WITH dropped AS (
         INSERT INTO registry.dataset (name, kind, title, publisher, licence, cadence) VALUES ('vieja', 'list', 'x', 'x', 'x', 'by_hand') RETURNING name
       ), version AS (
         INSERT INTO registry.version (dataset, state, requested_by, ended_at, label)
         SELECT name, 'current', 'prueba', now(), 'vieja 1' FROM dropped RETURNING id, dataset)
       INSERT INTO registry.current (dataset, version) SELECT dataset, id FROM version`,
    );
    expect(await leftOver()).toEqual(['vieja']);
    expect(await retire('vieja')).toMatchObject({ version: { dataset: 'vieja', state: 'pruned' } });
    expect(await leftOver()).toEqual([]);
    expect(await refused(retire('padron_reducido'))).toMatch(/^padron_reducido is not a list: /);
    await expect(retire('nada')).rejects.toMatchObject({ code: 'not_found' });
  });
});
