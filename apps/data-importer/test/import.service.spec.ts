import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServiceProcess, waitUntil } from '@vigia/testing';
import { latin1, padronHeader, padronLine } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const [acme, andes, sur] = ['20991000012', '20991000021', '20991000039'] as [string, string, string];
const cutOff = '20991000110';

describe('an import', () => {
  let importer: RunningImporter;

  beforeAll(async () => {
    importer = await startImporter();
  });

  afterAll(() => importer?.stop());

  const current = (ruc: string) =>
    importer.database.query('SELECT ruc, name, status, label, published_on FROM registry.current_taxpayer WHERE ruc = $1', [ruc]);
  const inForce = async () =>
    (await importer.database.query<{ ruc: string }>('SELECT ruc FROM registry.current_taxpayer ORDER BY ruc')).map(({ ruc }) => ruc);
  const partitions = async () =>
    (
      await importer.database.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'registry'::regnamespace AND relname ~ '^taxpayer_[0-9]+$' ORDER BY oid`,
      )
    ).map(({ name }) => name);
  const bring = (name: string, lines: string[], more: object = {}) =>
    importer.bringIn(padron, importer.file(name, latin1(padronHeader, ...lines)), more);

  it('puts a version in force and replaces it with the next one', async () => {
    const one = await bring('one.txt', [padronLine(acme), padronLine(andes, 'ÑANDÚ S.A.C.')], { publishedOn: '2026-11-20' });
    const told = { failure: null, state: 'current', rows: 2, lines: 3, rejected: 0, added: 2, problems: [], publishedOn: '2026-11-20' };
    expect(one).toMatchObject(told);
    const label = `padron_reducido 2026-11-20 ${one.sha256!.slice(0, 8)}`;
    expect(await current(andes)).toEqual([{ ruc: andes, name: 'ÑANDÚ S.A.C.', status: 'ACTIVO', label, published_on: '2026-11-20' }]);
    const two = await bring('two.txt', [padronLine(acme, 'OTRA S.A.C.'), padronLine(sur)], { publishedOn: '2026-11-21' });
    expect(two).toMatchObject({ state: 'current', added: 1, removed: 1, changed: 1, previous: one.version });
    expect(await inForce()).toEqual([acme, sur]);
    expect((await importer.ask('datasets.version', { version: one.version })).version.state).toBe('superseded');
  });

  it('changes nothing for the same bytes, and only the day for the same content', async () => {
    const again = await bring('two.txt', [padronLine(acme, 'OTRA S.A.C.'), padronLine(sur)], { publishedOn: '2026-11-22' });
    expect(again.state).toBe('unchanged');
    const turned = await bring('turned.txt', [padronLine(sur), padronLine(acme, 'OTRA S.A.C.')], { publishedOn: '2026-11-22' });
    expect(turned.state).toBe('unchanged');
    expect((await current(acme))[0]).toMatchObject({ published_on: '2026-11-22' });
    expect(await partitions()).toHaveLength(2);
  });

  it('refuses an older, cut or foreign file and leaves the version in force', async () => {
    const older = await bring('older.txt', [padronLine(andes)], { publishedOn: '2026-11-01' });
    expect([older.state, older.problems.map(({ code }) => code)]).toEqual(['refused', ['older']]);
    const cut = importer.file('cut.txt', Buffer.concat([latin1(padronHeader, padronLine(andes)), Buffer.from(`${cutOff}|ULTIMA LINEA`)]));
    expect((await importer.bringIn(padron, cut)).problems.map(({ code }) => code)).toEqual(['cut_line']);
    const page = importer.file('padron.zip', '<!doctype html><html><body>Request Rejected</body></html>');
    expect(await importer.bringIn(padron, page)).toMatchObject({ state: 'refused', problems: [{ code: 'form' }] });
    const header = importer.file('header.txt', latin1('RUC|NOMBRE|', '20991000012|X|'));
    expect(await importer.bringIn(padron, header)).toMatchObject({ state: 'refused', problems: [{ code: 'header' }] });
    const half = importer.file('half.zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400)]));
    expect(await importer.bringIn(padron, half)).toMatchObject({ state: 'refused', problems: [{ code: 'archive' }] });
    expect(await inForce()).toEqual([acme, sur]);
    expect(await partitions()).toHaveLength(2);
  });

  it('accepts a refused file with a reason that is stored; a dry run puts nothing in force', async () => {
    const path = importer.file('cut.txt', Buffer.concat([latin1(padronHeader, padronLine(andes)), Buffer.from(`${cutOff}|ULTIMA LINEA`)]));
    expect(await importer.bringIn(padron, path, { dryRun: true, accept: 'prueba' })).toMatchObject({ state: 'checked', rows: 1 });
    expect(await inForce()).toEqual([acme, sur]);
    const accepted = await importer.bringIn(padron, path, { accept: 'la última línea no importa', publishedOn: '2026-11-22' });
    expect(accepted).toMatchObject({ state: 'current', acceptReason: 'la última línea no importa', problems: [{ code: 'cut_line' }] });
    // The cut line still says that the taxpayer exists.
    expect(await inForce()).toEqual([andes, cutOff]);
    expect(await current(cutOff)).toMatchObject([{ name: '', status: null }]);
  });

  it('counts the rejected lines by reason', async () => {
    const lines = [padronLine(acme), padronLine('20991000013'), '20991000080|FALTAN COLUMNAS|ACTIVO|', '', padronLine('2099100001')];
    const version = await bring('bad.txt', [...lines, padronLine(andes, ''), padronLine(acme, 'OTRA VEZ')], { dryRun: true });
    expect(version.rejectedByReason).toEqual({ check_digit: 1, columns: 1, ruc_form: 1, no_name: 1, repeated: 1 });
    const { rejects } = await importer.ask('datasets.rejects', { version: version.version, limit: 10 });
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'check_digit'],
      [4, 'columns'],
      [6, 'ruc_form'],
      [7, 'no_name'],
      [8, 'repeated'],
    ]);
  });

  it('is undone by a rollback, which pauses downloads; three versions are kept', async () => {
    await importer.ask('datasets.rollback', { dataset: padron, actor: 'prueba', reason: 'incompleto' });
    expect(await inForce()).toEqual([acme, sur]);
    const { datasets } = await importer.ask('datasets.list', {});
    expect(datasets.find(({ dataset }) => dataset === padron)).toMatchObject({ pause: { reason: 'rolled back: incompleto' } });
    for (const [i, ruc] of [andes, sur, acme, andes].entries())
      await bring(`next-${i}.txt`, [padronLine(ruc, `VERSION ${i}`)], { publishedOn: '2026-11-23', accept: 'prueba' });
    expect(await inForce()).toEqual([andes]);
    await waitUntil(async () => (await partitions()).length === 3, { what: 'the oldest versions are dropped' });
    const kept = await importer.database.query<{ id: number }>(
      `SELECT id FROM registry.version WHERE state IN ('current', 'superseded') ORDER BY id`,
    );
    expect(await partitions()).toEqual(kept.map(({ id }) => `taxpayer_${id}`));
  });

  it.each(['import.copied', 'import.keyed', 'import.switched'])(
    'that is killed at %s leaves one whole version and nothing else, and the next process carries it out',
    async (point) => {
      const before = await inForce();
      const tables = await partitions();
      const lines = [padronLine(acme, point), padronLine(sur, point)];
      const path = importer.file(`${point}.txt`, latin1(padronHeader, ...lines));
      const environment = {
        DATABASE_URL: importer.database.url,
        VIGIA_BROKER_URL: importer.brokerUrl,
        VIGIA_HOST: '127.0.0.1',
        VIGIA_PORT: '0',
        VIGIA_DATA_TAXPAYERS: 'all',
        VIGIA_DATA_DIR: importer.folder,
      };
      await importer.pause();
      const dying = await startServiceProcess('data-importer', { ...environment, VIGIA_FAILPOINT: point });
      const { version } = await importer.ask('datasets.import', {
        dataset: padron,
        actor: 'prueba',
        files: [path],
        publishedOn: '2026-11-23',
        accept: 'prueba',
      });
      expect(await dying.ended).toBe('SIGKILL');
      expect(await inForce()).toEqual(before);
      expect(await partitions()).toEqual(tables);
      await importer.resume();
      expect(await importer.untilEnded(version.version)).toMatchObject({ state: 'current', rows: 2 });
      expect(await inForce()).toEqual([acme, sur]);
      await waitUntil(async () => (await partitions()).length === 3, { what: 'no partition is left over' });
    },
  );

  it('with a column that is new is refused, and read without it from the day on which an operator accepts it', async () => {
    const wide = (name: string, of: string, title = 'NUEVA') => {
      const lines = [padronHeader.replace('|ESTADO', `|${title}|ESTADO`), padronLine(andes, of).replace('|ACTIVO', '|x|ACTIVO')];
      return importer.file(name, latin1(...lines));
    };
    const on = { publishedOn: '2026-11-24' };
    const problems = [{ code: 'header', detail: 'it has columns that are not read: NUEVA' }];
    expect(await importer.bringIn(padron, wide('wide.txt', 'UNO'), on)).toMatchObject({ state: 'refused', problems });
    const accepted = await importer.bringIn(padron, wide('wide.txt', 'UNO'), { ...on, accept: 'SUNAT la anunció' });
    expect(accepted).toMatchObject({ state: 'current', rows: 1, rejected: 0, problems });
    expect((await current(andes))[0]).toMatchObject({ name: 'UNO', status: 'ACTIVO' });
    expect(await importer.bringIn(padron, wide('next.txt', 'DOS'), on)).toMatchObject({ state: 'current', problems, acceptReason: null });
    expect(await importer.bringIn(padron, wide('third.txt', 'TRES', 'OTRA'), on)).toMatchObject({ state: 'refused' });
    expect((await current(andes))[0]).toMatchObject({ name: 'DOS' });
    expect(await bring('narrow.txt', [padronLine(andes)], on)).toMatchObject({ state: 'current', problems: [] });
  });

  it('with the same content and a new column that an operator accepts is followed by files with this column', async () => {
    const wide = (name: string, of: string) => {
      const lines = [padronHeader.replace('|ESTADO', '|AMPLIA|ESTADO'), padronLine(andes, of).replace('|ACTIVO', '|x|ACTIVO')];
      return importer.file(name, latin1(...lines));
    };
    const on = { publishedOn: '2026-11-24' };
    expect(await bring('plain.txt', [padronLine(andes, 'IGUAL')], on)).toMatchObject({ state: 'current' });
    expect(await importer.bringIn(padron, wide('same.txt', 'IGUAL'), on)).toMatchObject({ state: 'refused' });
    const accepted = await importer.bringIn(padron, wide('same.txt', 'IGUAL'), { ...on, accept: 'SUNAT la anunció' });
    expect(accepted).toMatchObject({ state: 'unchanged' });
    expect(await importer.bringIn(padron, wide('after.txt', 'NUEVO'), on)).toMatchObject({
      state: 'current',
      problems: [{ code: 'header', detail: 'it has columns that are not read: AMPLIA' }],
      acceptReason: null,
    });
  });

  it('does not take the day of an import for a day of publication, and refuses no older day of the content in force', async () => {
    const [one, two] = [padronLine(acme, 'SIN FECHA'), padronLine(andes, 'SIN FECHA')];
    const undated = await bring('undated.txt', [one, two]);
    expect(undated).toMatchObject({ state: 'current', publishedBy: 'import' });
    const day = async () => (await importer.ask('datasets.version', { version: undated.version })).version;
    expect(await bring('dated.txt', [two, one], { publishedOn: '2026-11-24' })).toMatchObject({ state: 'unchanged' });
    const dated = { publishedOn: '2026-11-24', publishedBy: 'operator', label: expect.stringContaining(' 2026-11-24 ') };
    expect(await day()).toMatchObject(dated);
    expect(await bring('undated-again.txt', [two, '', one])).toMatchObject({ state: 'unchanged', problems: [] });
    expect(await bring('older.txt', [two, '', '', one], { publishedOn: '2026-11-01' })).toMatchObject({ state: 'unchanged', problems: [] });
    expect(await day()).toMatchObject(dated);
    expect(await bring('next.txt', [one])).toMatchObject({ state: 'current', publishedBy: 'import' });
    expect(await bring('downloaded.txt', [two], { publishedOn: '2026-11-24' })).toMatchObject({ state: 'current' });
  });
});
