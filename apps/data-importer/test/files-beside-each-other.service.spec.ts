import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

  const bring = (day: string, name: string) => {
    const debtor = `10000000001|${day}|1|20991000012|||2|1|2|100.00|0.00|0.00|0.00|0.00|${name}||||`;
    return importer.bringIn(dataset, importer.file(`rcc${day}.ope`, latin1(debtor)));
  };
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
      message: expect.stringContaining('say of which one'),
    });
    await importer.ask('datasets.rollback', { dataset, part: '2026-08-01', actor: 'prueba', reason: 'prueba' });
    expect(await inForce()).toEqual([
      { month: '2026-08', name: 'UNO' },
      { month: '2026-09', name: 'UNO' },
    ]);
  });
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
