import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { latin1 } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const dataset = 'deuda_financiera';
let importer: RunningImporter;

beforeAll(async () => {
  importer = await startImporter({ VIGIA_DATA_LICENCES: dataset });
});
afterAll(() => importer?.stop());

const bring = (day: string, name: string) => {
  const debtor = `10000000001|${day}|1|20991000012|||2|1|2|100.00|0.00|0.00|0.00|0.00|${name}||||`;
  return importer.bringIn(dataset, importer.file(`rcc${day}.ope`, latin1(debtor)));
};
const inForce = () =>
  importer.database.query(
    `SELECT facts->>'periodo' AS month, facts->>'nombre' AS name FROM registry.current_fact WHERE dataset = $1 ORDER BY 1`,
    [dataset],
  );

it('keeps months of the credit report in force beside each other, in whatever order they come', async () => {
  expect(await bring('20260930', 'UNO')).toMatchObject({ state: 'current', part: '2026-09-01', added: 1 });
  // It is older than what is in force of another month, which refuses nothing.
  expect(await bring('20260831', 'UNO')).toMatchObject({ state: 'current', part: '2026-08-01', problems: [] });
  expect(await inForce()).toEqual([
    { month: '2026-08', name: 'UNO' },
    { month: '2026-09', name: 'UNO' },
  ]);
});

it('replaces one month, and goes back in that one alone', async () => {
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
