import type { Type } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { changesAsked, HistoryQuery } from '../src/history/history.controller.js';
import { cursorOf, parseCursor } from '../src/history/history-reader.js';
import { urlValidation } from '../src/http/url-query.js';
import { PortfolioFilterQuery } from '../src/portfolio/portfolio-query.js';
import { ChargesQuery } from '../src/quota/charges.controller.js';
import { formatAsked } from '../src/quota/report-query.js';
import { StatementQuery } from '../src/quota/statement.controller.js';
import { docTypesAsked } from '../src/summaries/profile-query.js';
import { SummaryQuery } from '../src/summaries/summaries.controller.js';

type Given = Record<string, string | string[]>;

const checked = <T extends object>(metatype: Type<T>, given: Given): T => urlValidation.transform(given, { type: 'custom', metatype }) as T;
const refusedWith = (message: string) => expect.objectContaining({ status: 400, message });

const taxId = '20990000019';
const position = { changedAtUs: '1795219200123456', id: '42' };
const dayRule = 'must be a day, written YYYY-MM-DD, from 1900-01-01 to 2200-12-31';
const pageRule = 'limit must be a whole number from 1 to 100';
const sectionRule =
  'seccion must be one of identificacion, finanzas, legal, boletin, comercio_exterior, laboral, judicial, alerta_servicio, alerta_tercero, alerta_compliance';

describe('a query string', () => {
  it('may not contain a parameter that its class does not name', () => {
    expect(() => checked(SummaryQuery, { taxId, utm_source: 'x' })).toThrow(/^unknown field utm_source; this call takes .*taxId/);
  });

  it.each([
    [SummaryQuery, { taxId: '12', fecha: 'x' }, 'taxId is not a valid RUC, DNI or CE'],
    [SummaryQuery, { taxId: '12', docType: 'x', fecha: 'x' }, 'docType must be one of RUC, DNI, CE'],
    [HistoryQuery, { taxId: '12', limit: '0' }, 'taxId is not a valid RUC, DNI or CE'],
    [HistoryQuery, { taxId, desde: 'x', cursor: 'x' }, 'cursor must be the siguiente of an earlier page'],
    [StatementQuery, { formato: 'x', hasta: '2026-01-01', desde: '2026-02-01' }, 'desde must not be after hasta'],
    [StatementQuery, { formato: 'x', desde: 'x', desde_linea: 'x' }, 'desde_linea must be the siguiente of an earlier page'],
    [ChargesQuery, { desde_cargo: 'x' }, `desde is missing; desde ${dayRule}`],
    [StatementQuery, { hasta: '1899-12-31' }, `hasta ${dayRule}`],
  ])('is refused for its first fault: %p %j', (type, given, message) => {
    expect(() => checked<object>(type, given as Given)).toThrow(refusedWith(message));
  });
});

describe('a searched text', () => {
  const beyond16Bits = '𐐷';

  it.each(['q', 'condicion'])('%s has at most 100 characters, however many bytes each has', (name) => {
    expect(checked(PortfolioFilterQuery, { [name]: beyond16Bits.repeat(100) })).toEqual({ [name]: beyond16Bits.repeat(100) });
    for (const text of ['', beyond16Bits.repeat(101), 'a'.repeat(101)]) {
      expect(() => checked(PortfolioFilterQuery, { [name]: text })).toThrow(refusedWith(`${name} must have 1 to 100 characters`));
    }
  });
});

describe('a requested document', () => {
  it.each([
    ['20990000019', undefined, ['RUC', 'CE']],
    ['99990001', undefined, ['DNI']],
    ['SIM000001', undefined, ['CE']],
    ['20990000019', 'CE', ['CE']],
    ['20990000019', 'RUC', ['RUC']],
  ] as const)('%s, asked as %s, may be %j', (number, docType, expected) => {
    expect(docTypesAsked({ taxId: number, docType })).toEqual(expected);
  });

  it.each([
    ['20990000019', 'DNI', 'taxId is not a valid DNI'],
    ['20990000010', 'RUC', 'taxId is not a valid RUC'],
    ['12', undefined, 'taxId is not a valid RUC, DNI or CE'],
    ['20990000019', 'ruc', 'docType must be one of RUC, DNI, CE'],
    ['20990000019', '', 'docType must be one of RUC, DNI, CE'],
    ['20990000019', ['RUC', 'RUC'], 'docType must be one of RUC, DNI, CE'],
    ['20990000019', '__proto__', 'docType must be one of RUC, DNI, CE'],
  ])('%s, asked as %j, is refused: %s', (number, docType, message) => {
    const given = { taxId: number, ...(docType !== undefined && { docType }) };
    expect(() => checked(SummaryQuery, given)).toThrow(refusedWith(message));
  });
});

describe('the day of a summary', () => {
  it.each([
    ['2026-02-30', `fecha ${dayRule}`],
    ['', `fecha ${dayRule}`],
    ['hoy', `fecha ${dayRule}`],
    [['2026-11-19', '2026-11-19'], `fecha ${dayRule}`],
  ])('cannot be %j', (fecha, message) => {
    expect(() => checked(SummaryQuery, { taxId, fecha })).toThrow(refusedWith(message));
  });
});

describe('a history query', () => {
  it('asks for fifty changes of every kind by default', () => {
    expect(changesAsked(checked(HistoryQuery, { taxId }))).toEqual({ limit: 50 });
    const given = { taxId, limit: '100', cursor: cursorOf(position), seccion: 'boletin', desde: '2026-11-01', hasta: '2026-11-02' };
    expect(changesAsked(checked(HistoryQuery, given))).toEqual({
      limit: 100,
      after: position,
      section: 'boletin',
      from: new Date('2026-11-01T05:00:00Z'),
      until: new Date('2026-11-03T05:00:00Z'),
    });
  });

  it.each([
    [{ limit: '0' }, pageRule],
    [{ limit: '101' }, pageRule],
    [{ limit: '1.5' }, pageRule],
    [{ limit: ['1', '2'] }, pageRule],
    [{ cursor: 'x' }, 'cursor must be the siguiente of an earlier page'],
    [{ cursor: ['a', 'b'] }, 'cursor must be the siguiente of an earlier page'],
    [{ seccion: 'constructor' }, sectionRule],
    [{ desde: '2026-02-30' }, `desde ${dayRule}`],
    [{ hasta: 'ayer' }, `hasta ${dayRule}`],
    [{ desde: '2026-12-01', hasta: '2026-01-01' }, 'desde must not be after hasta'],
  ])('cannot contain %j', (given, message) => {
    expect(() => changesAsked(checked(HistoryQuery, { taxId, ...(given as Given) }))).toThrow(refusedWith(message));
  });
});

describe('a cursor', () => {
  it('is parsed back to the position that it was made from', () => expect(parseCursor(cursorOf(position))).toEqual(position));

  it.each(["1'; DROP TABLE x", '1', '1.', '.1', '1.2.3', `${'9'.repeat(17)}.1`, `1.${'9'.repeat(19)}`])('is not parsed from %s', (text) => {
    expect(parseCursor(Buffer.from(text).toString('base64url'))).toBeUndefined();
  });
});

describe('the format of a report', () => {
  it.each([
    ['csv', 'text/csv'],
    ['csv', 'Text/CSV; charset=utf-8'],
    ['csv', 'text/*'],
    ['csv', 'text/csv, application/json;q=0.5'],
    ['csv', 'application/json ; q=0.8,text/csv;q=0.9'],
    ['csv', 'text/csv, */*;q=0.1'],
    ['csv', 'text/csv, */*'],
    ['json', undefined],
    ['json', '*/*'],
    ['json', 'text/html'],
    ['json', 'text/csv, application/json'],
    ['json', 'text/csv;q=0.5, application/*'],
    ['json', 'text/csv;q=0, */*'],
    ['json', 'text/csv;q=0'],
  ])('is %s for the header Accept: %s', (format, accept) => {
    expect(formatAsked({}, accept)).toBe(format);
  });
});
