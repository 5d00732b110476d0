import { describe, expect, it } from '@jest/globals';
import { listsEnded, valuesOf } from '../src/portfolio/portfolio-filter.js';

/** The beginning of a document, and the words of a name, that a search uses. */
function asked(q: string): { number: unknown; words: unknown[] } {
  const values = valuesOf('corporation', { q });
  return {
    number: values[9],
    words: values
      .slice(10, 14)
      .flat()
      .filter((word) => word !== null),
  };
}

describe('a search of a portfolio', () => {
  it.each([
    ['2', '2'],
    ['2010000', '2010000'],
    ['20-1000.0001 4', '20100000014'],
    ['sim000001', 'SIM000001'],
    ['Sim 000-00', 'SIM00000'],
    ['000123456', '000123456'],
    ['00012345a', '00012345A'],
    ['1ab23cd45', '1AB23CD45'],
    ['RUC 20990000019', '20990000019'],
    ['CE SIM000002', 'SIM000002'],
    ['\u200b20990000019\u2060', '20990000019'],
    ['20\u20119900\u20130001\u22129', '20990000019'],
    ['RUC N° 20990000019', '20990000019'],
    ['RUC: Nº20990000019', '20990000019'],
    ['RUC NRO. 20990000019', '20990000019'],
    ['CE NO1234567', 'NO1234567'],
  ])('for %s looks for a document', (q, number) => {
    expect(asked(q)).toEqual({ number, words: [] });
  });

  it.each([
    ['3M PERU', ['%peru%', '%3m%']],
    ['3m', ['%3m%']],
    ['20 de Julio S.A.C.', ['%julio%', '%sac%', '%20%', '%de%']],
    ['365 Soluciones', ['%soluciones%', '%365%']],
    ['De la Cruz y de la Torre y Cía.', ['%torre%', '%cruz%', '%cia%', '%de%', '%la%', '%y%']],
    ['Ñandú 7', ['%nandu%', '%7%']],
    ['ab 12345 c', ['%12345%', '%ab%', '%c%']],
    ['CE Soluciones', ['%soluciones%', '%ce%']],
    ['CE 3 Hermanos', ['%hermanos%', '%ce%', '%3%']],
    ["D'ONOFRIO", ['%onofrio%', '%d%']],
    ['D´ONOFRIO', ['%onofrio%', '%d%']],
    ['PE\u00adRÚ  SAC', ['%peru%', '%sac%']],
    ...['N°', 'Nº', 'N.º', 'NRO.', 'No. ', 'núm.'].map((sign): [string, string[]] => [
      `COOPERATIVA ${sign} 222`,
      ['%cooperativa%', '%222%'],
    ]),
    ['Techno 7 no N', ['%techno%', '%no%', '%7%', '%n%']],
  ])('for %s looks for a name', (q, words) => {
    expect(asked(q)).toEqual({ number: null, words });
  });
});

it('a search without letters and digits finds nothing, not everything', () => {
  expect(asked(' ** ')).toEqual({ number: null, words: ['-'] });
});

describe('one word that may begin a document or be in a name', () => {
  it.each([
    ['365', '365'],
    ['SIM', 'SIM'],
    ['sim0000', 'SIM0000'],
    [' peru ', 'PERU'],
    ['dni: 9999', '9999'],
    ['CE 7072', '7072'],
    ['ce sim0', 'SIM0'],
  ])('is looked for as both: %s', (q, number) => {
    expect(asked(q)).toEqual({ number, words: [`%${number.toLowerCase()}%`] });
  });
});

describe('a list of a portfolio', () => {
  it.each([
    [{ standing: 'ended,active' }, true],
    [{ standing: 'ended', q: '2010000' }, true],
    [{ standing: 'active' }, false],
    [{}, false],
    [{ standing: 'ended,active', alert: '3' }, false],
    [{ standing: 'ended,active', compliance: '3' }, false],
    [{ standing: 'ended,active', light: '3' }, false],
    [{ standing: 'ended,active', rating: '3' }, false],
    [{ standing: 'ended,active', condition: 'HABIDO' }, false],
    [{ standing: 'ended,active', changedSince: '2026-11-01' }, false],
    [{ standing: 'ended,active', moved: '2026-11-23.1.3' }, false],
    [{ standing: 'ended,active', q: 'peru' }, false],
    [{ standing: 'ended,active', q: '365' }, true],
  ])('asked by %j has queries that have ended: %s', (filters, expected) => {
    expect(listsEnded(filters)).toBe(expected);
    expect((valuesOf('corporation', filters)[1] as string[]).includes('ended')).toBe(expected);
  });
});
