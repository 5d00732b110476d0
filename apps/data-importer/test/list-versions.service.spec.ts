import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DatasetVersion } from '@vigia/contracts';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const none = '-0- ';
const entry = (id: number, name: string, remarks = none) =>
  [id, `"${name}"`, none, '"CUBA"', none, none, none, none, none, none, none, `"${remarks}"`].join(',');
const alias = (id: number, number: number, name: string) => `${id},${number},"aka","${name}",${none}`;
/** As OFAC ends its files. */
const ofac = (lines: string[]) => `${lines.join('\r\n')}\r\n\u001A`;

describe('versions of a list', () => {
  let importer: RunningImporter;
  let first: DatasetVersion;
  let second: DatasetVersion;

  const bring = (day: string, entries: string[], aliases: string[]) => {
    mkdirSync(join(importer.folder, day));
    importer.file(join(day, 'sdn.csv'), ofac(entries));
    importer.file(join(day, 'alt.csv'), ofac(aliases));
    importer.file(join(day, 'add.csv'), ofac([]));
    importer.file(join(day, 'sdn_comments.csv'), ofac([]));
    return importer.bringIn('ofac_sdn', join(importer.folder, day), { publishedOn: day });
  };
  const names = async () =>
    (
      await importer.database.query<{ name: string }>(
        `SELECT name FROM registry.current_list_name WHERE dataset = 'ofac_sdn' ORDER BY entity_id, position`,
      )
    ).map(({ name }) => name);
  const kept = async (version: number) =>
    (await importer.ask('datasets.changes', { version, limit: 50 })).changes.map(({ key, change }) => [key, change]);
  const compared = async (against: number, version: number) => {
    const { changes, ...counts } = await importer.ask('datasets.difference', { version, against, limit: 50 });
    return { ...counts, changes: changes.map(({ key, change }) => [key, change]) };
  };

  beforeAll(async () => {
    importer = await startImporter();
    const same = ['COMERCIAL IMAGINARIA S.A.', 'NAVIERA DE MUESTRA'];
    first = await bring(
      '2026-11-01',
      [
        ...same.map((name, i) => entry(i + 1, name)),
        entry(3, 'SALE DE LA LISTA'),
        entry(4, 'CAMBIA SUS DATOS', 'RUC # 20991000012 (Peru).'),
      ],
      [alias(1, 11, 'OTRO NOMBRE'), alias(2, 12, 'NAVIERA M.')],
    );
    second = await bring(
      '2026-11-02',
      [
        ...same.map((name, i) => entry(i + 1, name)),
        '6,',
        entry(4, 'CAMBIA SUS DATOS', 'RUC # 20991000021 (Peru).'),
        entry(5, 'ENTRA EN LA LISTA'),
      ],
      // An alias that only got another number is no change.
      [alias(1, 99, 'OTRO NOMBRE'), alias(2, 12, 'NAVIERA MUESTRA')],
    );
  });

  afterAll(() => importer?.stop());

  it('differ exactly by the content of their entries', async () => {
    expect(first).toMatchObject({ state: 'current', rows: 4, added: 4, removed: 0, changed: 0 });
    expect(second).toMatchObject({ state: 'current', rows: 4, added: 1, removed: 1, changed: 2, previous: first.version });
    expect(await kept(second.version)).toEqual([
      ['2', 'changed'],
      ['3', 'removed'],
      ['4', 'changed'],
      ['5', 'added'],
    ]);
    const { changes } = await importer.ask('datasets.changes', { version: second.version, after: '3', limit: 1 });
    const document = (number: string) => ({ documents: [{ type: 'RUC', number, country: 'PE' }] });
    expect(changes).toMatchObject([{ key: '4', before: document('20991000012'), after: document('20991000021') }]);
  });

  it('report their rejected lines', async () => {
    const { rejects } = await importer.ask('datasets.rejects', { version: second.version, limit: 10 });
    expect(rejects.map(({ line }) => line)).toEqual([3]);
    expect(second.rejected).toBe(1);
  });

  it('are compared in either direction, a page at a time', async () => {
    const forward = await compared(first.version, second.version);
    expect(forward).toEqual({ added: 1, removed: 1, changed: 2, changes: await kept(second.version), more: false });
    const backward = await compared(second.version, first.version);
    expect(backward).toMatchObject({ added: 1, removed: 1, changed: 2 });
    expect(backward.changes).toContainEqual(['3', 'added']);
    const page = await importer.ask('datasets.difference', { version: second.version, against: first.version, after: '2', limit: 1 });
    expect(page).toMatchObject({ changes: [{ key: '3' }], more: true });
    expect(await compared(first.version, first.version)).toEqual({ added: 0, removed: 0, changed: 0, changes: [], more: false });
  });

  it('are not compared with an unknown version, one of another data set, one only checked, or one no longer kept', async () => {
    const between = (against: number) => importer.ask('datasets.difference', { version: second.version, against, limit: 1 });
    await expect(between(999_999)).rejects.toMatchObject({ code: 'not_found' });
    const file = importer.file('ciiu.csv', 'Tabla oficial,\n0111,CULTIVO\n');
    const other = await importer.bringIn('ciiu', file);
    await expect(between(other.version)).rejects.toMatchObject({ code: 'conflict' });
    const checked = await importer.bringIn('ofac_sdn', join(importer.folder, '2026-11-01'), { dryRun: true, accept: 'prueba' });
    await expect(between(checked.version)).rejects.toMatchObject({ code: 'conflict' });
    await importer.database.query(`UPDATE registry.version SET state = 'pruned' WHERE id = $1`, [checked.version]);
    await expect(between(checked.version)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are exchanged by a rollback, which is recorded with both versions', async () => {
    expect(await names()).toContain('ENTRA EN LA LISTA');
    const { version } = await importer.ask('datasets.rollback', { dataset: 'ofac_sdn', actor: 'prueba', reason: 'retirada' });
    expect(version.version).toBe(first.version);
    expect(await names()).toEqual([
      'COMERCIAL IMAGINARIA S.A.',
      'OTRO NOMBRE',
      'NAVIERA DE MUESTRA',
      'NAVIERA M.',
      'SALE DE LA LISTA',
      'CAMBIA SUS DATOS',
    ]);
    const [last] = await importer.database.query(
      `SELECT from_version, to_version, is_rollback FROM registry.switched WHERE dataset = 'ofac_sdn' ORDER BY id DESC LIMIT 1`,
    );
    expect(last).toEqual({ from_version: second.version, to_version: first.version, is_rollback: true });
    expect(await kept(second.version)).toHaveLength(4);
  });
});
