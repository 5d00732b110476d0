import { mock } from 'node:test';
import { describe, expect, it } from '@jest/globals';
import { periodOf, tipoCambio } from '../../src/datasets/tipo_cambio/layout.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

const average = 'Tipo de cambio - promedio del periodo (S/ por US$) - Interbancario - Promedio';

describe('exchange rates', () => {
  it('come from the central bank by series and month, and from SUNAT for a day', async () => {
    const { rows, rejects, published } = await readFiles(tipoCambio.layout, fixtureOf(tipoCambio));
    expect(rows).toEqual([
      { series: 'PN01205PM', period: '2026-01', value: '3.4' },
      { series: 'PN01207PM', period: '2026-01', value: '3.4012' },
      { series: 'PN01205PM', period: '2026-02', value: '3.39' },
      { series: 'PN01207PM', period: '2026-02', value: '3.3905' },
      { series: 'PN01205PM', period: '2026-09', value: '3.37' },
      { series: 'PN01207PM', period: '2026-09', value: null },
      { series: 'SUNAT_COMPRA', period: '2026-11-20', value: '3.364' },
      { series: 'SUNAT_VENTA', period: '2026-11-20', value: '3.372' },
    ]);
    expect(rejects).toEqual([expect.objectContaining({ line: 4, reason: 'no_such_day' })]);
    expect(published).toEqual(['2026-11-20']);
  });

  it('are asked for up to the end of next year, whatever year it is', () => {
    mock.timers.enable({ apis: ['Date'], now: Date.UTC(2040, 5, 15) });
    try {
      expect(tipoCambio.address).toMatch(/\/json\/2015-1\/2041-12\/esp$/);
    } finally {
      mock.timers.reset();
    }
  });

  it.each([
    ['29.Ago.26', '2026-08-29'],
    ['Sep.2026', '2026-09'],
    ['Set.26', '2026-09'],
    ['31.Feb.26', null],
    ['T3.26', null],
  ])('have the period %s as %s', (name, period) => expect(periodOf(name)).toBe(period));

  it.each([
    ['<html><iframe src="/_Incapsula_Resource"></iframe></html>', 'the publisher has blocked the question'],
    ['{"config": {}, "periods": []}', 'the answer holds no series'],
    ['20/11/2026|3.364|3.372|', "the central bank's answer (a .json file) is missing"],
    [`{"config": {"series": [{"name": "${average}"}]}, "periods": []}`, 'there is no rate in it'],
    [
      `{"config": {"series": [{"name": "${average} (nuevo)"}]}, "periods": [{"name": "Ene.2026", "values": ["3.4"]}]}`,
      'the answer lacks the series PN01207PM, or names it differently: Tipo de cambio',
    ],
  ])('are refused when the file is %j', async (content, message) => {
    await expect(readFiles(tipoCambio.layout, { main: fileOf(content) })).rejects.toThrow(message);
  });
});
