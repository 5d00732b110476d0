import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { importsBut } from './fixtures/binary.js';
import { answersOf } from './running/consulta-multiple.js';
import { companies, latin1 } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const [acme, andes] = companies(2) as [string, string];
let importer: RunningImporter;

beforeAll(async () => {
  importer = await startImporter({ VIGIA_DATA_LICENCES: 'deuda_financiera' });
});
afterAll(() => importer?.stop());

describe('months of a register', () => {
  const dataset = 'deuda_financiera';

  const monthOf = (day: string, debtors: string[], name: string) => {
    const lines = debtors.map((ruc) => `1${ruc.slice(1)}|${day}|1|${ruc}|||2|1|2|100.00|0.00|0.00|0.00|0.00|${name}||||`);
    return importer.file(`rcc${day}.ope`, latin1(...lines));
  };
  const bring = (day: string, name: string) => importer.bringIn(dataset, monthOf(day, [acme], name));
  const inForce = () =>
    importer.database.query(
      `SELECT facts->>'periodo' AS month, facts->>'nombre' AS name FROM registry.current_fact WHERE dataset = $1 ORDER BY 1`,
      [dataset],
    );

  it('are in force beside each other, in whatever order they arrive', async () => {
    expect(await bring('20260930', 'UNO')).toMatchObject({ state: 'current', part: '2026-09-01', added: 1 });
    // An older month is not refused because a newer month is in force.
    expect(await bring('20260831', 'UNO')).toMatchObject({ state: 'current', part: '2026-08-01', problems: [] });
    expect(await inForce()).toEqual([
      { month: '2026-08', name: 'UNO' },
      { month: '2026-09', name: 'UNO' },
    ]);
  });

  it('are replaced and rolled back one by one', async () => {
    expect(await bring('20260831', 'DOS')).toMatchObject({ state: 'current', added: 1, removed: 1 });
    expect(await bring('20260831', 'DOS')).toMatchObject({ state: 'unchanged' });
    expect(await inForce()).toEqual([
      { month: '2026-08', name: 'DOS' },
      { month: '2026-09', name: 'UNO' },
    ]);
    await expect(importer.ask('datasets.rollback', { dataset, actor: 'prueba', reason: 'prueba' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('say of which one, by its first day (`--part`)'),
    });
    await importer.ask('datasets.rollback', { dataset, part: '2026-08-01', actor: 'prueba', reason: 'prueba' });
    expect(await inForce()).toEqual([
      { month: '2026-08', name: 'UNO' },
      { month: '2026-09', name: 'UNO' },
    ]);
  });

  it('end with all their versions once the newest is thirteen months younger', async () => {
    await bring('20250831', 'UNO');
    await bring('20250831', 'DOS');
    const { version } = await bring('20250731', 'UNO');
    await waitUntil(async () => (await importer.ask('datasets.version', { version })).version.state === 'pruned', {
      what: 'the month of fourteen months before has ended',
    });
    await bring('20261031', 'UNO');
    const parts = () => importer.database.query(`SELECT part FROM registry.current WHERE dataset = $1 ORDER BY 1`, [dataset]);
    await waitUntil(async () => (await parts()).length === 3, { what: 'the month before that has ended too' });
    expect(await parts()).toEqual([{ part: '2026-08-01' }, { part: '2026-09-01' }, { part: '2026-10-01' }]);
    const rows = () => importer.database.query(`SELECT FROM registry.fact WHERE facts->>'periodo' < '2026-08'`);
    await waitUntil(async () => (await rows()).length === 0, { what: 'their rows are deleted' });
    await expect(
      importer.ask('datasets.rollback', { dataset, part: '2025-08-01', actor: 'prueba', reason: 'prueba' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are refused the first time if they lack a fifth of the debtors of the newest other month, and accepted with a reason', async () => {
    const debtors = companies(100);
    expect(await importer.bringIn(dataset, monthOf('20261031', debtors, 'TRES'))).toMatchObject({ state: 'current', rows: 100 });
    const partial = monthOf('20261130', debtors.slice(0, 79), 'TRES');
    const detail = '79 rows, but the newest other month in force, 2026-10-01, has 100';
    expect(await importer.bringIn(dataset, partial)).toMatchObject({ state: 'refused', problems: [{ code: 'fewer', detail }] });
    expect(await importer.bringIn(dataset, monthOf('20261130', debtors.slice(0, 80), 'TRES'))).toMatchObject({ state: 'current' });
    expect(await importer.bringIn(dataset, monthOf('20260731', debtors.slice(0, 50), 'TRES'))).toMatchObject({ state: 'refused' });
    expect(
      await importer.bringIn(dataset, monthOf('20260731', debtors.slice(0, 50), 'TRES'), { accept: 'la cartera era menor' }),
    ).toMatchObject({
      state: 'current',
      rows: 50,
    });
  });
});

describe('parts of a data set', () => {
  const partOf = async (dataset: string, monthsAgo: number) => {
    const [made] = await importer.database.query<{ id: number }>(
      `WITH made AS (
         INSERT INTO registry.version (dataset, part, state, requested_by, ended_at)
         VALUES ($1, (public.lima_today() - $2 * interval '1 month')::date::text, 'current', 'prueba', now()) RETURNING id, part),
       in_force AS (INSERT INTO registry.current (dataset, part, version) SELECT $1, part, id FROM made)
       SELECT id FROM made`,
      [dataset, monthsAgo],
    );
    return made!.id;
  };
  const pruned = async (dataset: string, months: number[]) => {
    await importer.database.query('DELETE FROM registry.current WHERE dataset = $1', [dataset]);
    const ids: number[] = [];
    for (const monthsAgo of months) ids.push(await partOf(dataset, monthsAgo));
    const { versions } = await importer.ask('datasets.prune', { dataset });
    await importer.database.query('DELETE FROM registry.current WHERE dataset = $1', [dataset]);
    return versions.map((version) => months[ids.indexOf(version)]);
  };

  it('end with the fortieth month of weeks of customs', async () => {
    expect(await pruned('importaciones', [41, 39, 0])).toEqual([41]);
  });

  it.each(['importaciones', 'deuda_financiera'])(
    'of %s are counted from the newest that has begun, not from one of a wrong day',
    async (dataset) => {
      const keptFor = dataset === 'importaciones' ? 40 : 13;
      expect(await pruned(dataset, [keptFor + 3, keptFor + 1, 2, -120])).toEqual([keptFor + 3]);
      expect(await pruned(dataset, [keptFor + 1, -120])).toEqual([]);
    },
  );
});

it('exchange rates of which most have lost their value are refused', async () => {
  const names = ['Compra', 'Venta', 'Promedio'].map((kind) => ({
    name: `Tipo de cambio - promedio del periodo (S/ por US$) - Interbancario - ${kind}`,
  }));
  const bring = (valued: number) => {
    const periods = Array.from({ length: 12 }, (_, month) => ({
      name: `${'Ene Feb Mar Abr May Jun Jul Ago Set Oct Nov Dic'.split(' ')[month]}.2025`,
      values: names.map(() => (month < valued ? '3.4' : 'n.d.')),
    }));
    return importer.bringIn('tipo_cambio', importer.file('tipo_cambio.json', JSON.stringify({ config: { series: names }, periods })));
  };
  expect(await bring(10)).toMatchObject({ state: 'current', rows: 30 });
  expect(await bring(4)).toMatchObject({ state: 'refused', problems: [{ code: 'fewer' }] });
  expect(await bring(0)).toMatchObject({ state: 'refused', problems: [{ code: 'empty' }, { code: 'fewer' }] });
  expect(await bring(9)).toMatchObject({ state: 'current', rows: 27 });
});

it('a week of customs counts declarations of which a line could be read in the month of that line', async () => {
  const week = importsBut(
    { FECH_INGSI: '20260902' },
    { FECH_INGSI: '20260931', NUME_SERIE: '2' },
    { NUME_CORRE: '400102', FOB_DOLPOL: 'x' },
  );
  expect(await importer.bringIn('importaciones', importer.file('ma31060926.dbf', week), { accept: 'prueba' })).toMatchObject({
    state: 'current',
  });
  expect(await importer.database.query('SELECT month, declarations FROM registry.trade_month ORDER BY month')).toEqual([
    { month: '2026-08', declarations: 0 },
    { month: '2026-09', declarations: 1 },
  ]);
});

describe('registers that may arrive alone', () => {
  const dataset = 'morosos_judiciales';
  const titles = 'doc,monto,moneda,desde,hasta,nombre,expediente,juzgado';

  it('neither come into force alone nor replace each other unless an operator accepts it', async () => {
    const debtor = (ruc: string, amount = '1') => `${titles}\n${ruc},${amount},PEN,2026-01-01,,,,\n`;
    const redam = importer.file('redam.csv', debtor(acme));
    const redjum = importer.file('redjum.csv', debtor(andes));
    const inForce = () =>
      importer.database.query(`SELECT facts->>'registro' AS register FROM registry.current_fact WHERE dataset = $1 ORDER BY 1`, [dataset]);
    expect(await importer.bringIn(dataset, redjum)).toMatchObject({
      state: 'refused',
      problems: [{ code: 'fewer', detail: 'REDAM has no rows in it: import the files of both registers together' }],
    });
    // A register whose lines cannot be read has no rows either.
    const unread = importer.file('redam-ilegible.csv', debtor(acme, '1.250'));
    expect(await importer.bringIn(dataset, [redjum, unread])).toMatchObject({
      state: 'refused',
      problems: [{ code: 'fewer', detail: expect.stringContaining('REDAM has no rows in it') }],
    });
    expect(await importer.bringIn(dataset, redjum, { accept: 'REDAM is not held' })).toMatchObject({ state: 'current', rows: 1 });
    expect(await importer.bringIn(dataset, redam)).toMatchObject({
      state: 'refused',
      problems: [{ code: 'fewer', detail: expect.stringContaining('REDJUM is in force') }],
    });
    expect(await inForce()).toEqual([{ register: 'REDJUM' }]);
    expect(await importer.bringIn(dataset, [redjum, redam])).toMatchObject({ state: 'current', rows: 2 });
    expect(await importer.bringIn(dataset, redam, { accept: 'REDJUM is empty' })).toMatchObject({ state: 'current', rows: 1 });
    expect(await inForce()).toEqual([{ register: 'REDAM' }]);
  });
});

describe('files that accumulate', () => {
  const dataset = 'consulta_multiple';

  it('update the day of the taxpayers that they contain, and keep the day of the others', async () => {
    const bring = (publishedOn: string, ...rucs: string[]) =>
      importer.bringIn(dataset, importer.file(`RM${publishedOn}.txt`, answersOf(...rucs)), { publishedOn });
    const days = () =>
      importer.database.query(
        `SELECT document, coalesce(facts->>'publicado', published_on::text) AS day FROM registry.current_fact WHERE dataset = $1 ORDER BY 1`,
        [dataset],
      );
    expect(await bring('2026-09-01', acme)).toMatchObject({ state: 'current', rows: 1 });
    expect(await bring('2026-09-20', andes)).toMatchObject({ state: 'current', rows: 2 });
    expect(await days()).toEqual([
      { document: acme, day: '2026-09-01' },
      { document: andes, day: '2026-09-20' },
    ]);
    expect(await bring('2026-11-20', acme)).toMatchObject({ state: 'current', rows: 2, added: 0, removed: 0, changed: 0 });
    expect(await days()).toEqual([
      { document: acme, day: '2026-11-20' },
      { document: andes, day: '2026-09-20' },
    ]);
  });
});
