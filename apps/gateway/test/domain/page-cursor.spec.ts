import { describe, expect, it } from '@jest/globals';
import { cursorOf, positionOf, type KeyType } from '../../src/portfolio/domain/page-cursor.js';

const document = { taxId: '20990000019', docType: 'RUC' };
const written = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('a cursor of the portfolio', () => {
  it.each<[KeyType, string]>([
    ['text', 'ÁNGEL SAC'],
    ['smallint', '3'],
    ['bigint', '-1'],
    ['timestamptz', '2026-11-29 10:00:00.123456+00'],
    ['timestamptz', 'infinity'],
    // The end of an access under a contract until 2200-12-31.
    ['timestamptz', '2201-01-01 05:00:00+00'],
    ['alert', '5.910'],
  ])('leads back to its place in an order by %s', (type, key) => {
    expect(positionOf(cursorOf({ ...document, key }, 'name'), { sort: 'name', type })).toEqual({ ...document, key });
  });

  it.each<[string, KeyType, unknown[]]>([
    ['of another type', 'smallint', ['SOL', document.taxId, document.docType, 'name']],
    ['with a number that no document can have', 'text', ['SOL', '20-99', document.docType, 'name']],
    ['with an unknown kind of document', 'text', ['SOL', document.taxId, 'ruc', 'name']],
    ['that does not name its order', 'text', ['SOL', document.taxId, document.docType]],
    ['that is too long', 'text', ['SOL', document.taxId, document.docType, 'name', 'name']],
    ['with an instant that no access has', 'timestamptz', ['2201-01-01 05:00:01+00', document.taxId, document.docType, 'name']],
    ['that holds a number', 'text', ['SOL', 20_990_000_019, document.docType, 'name']],
  ])('is refused if it is one %s', (_, type, parts) => {
    expect(positionOf(written(...parts), { sort: 'name', type })).toBeUndefined();
  });

  it.each<[KeyType, string[]]>([
    ['text', ['a\0b']],
    ['smallint', ['', 'x3', '3x', '12345']],
    ['bigint', ['', 'x1', '1x', '1'.repeat(19)]],
    ['timestamptz', ['', 'xinfinity', 'infinityx', '2026-11-29T10:00:00+00', '2026-02-30 10:00:00+00', '2026-11-29 10:00:00+00x']],
    ['alert', ['6.1', 'x5.1', '5.1x', '5.', '5.123456789']],
  ])('is refused if its key is none of the type %s, which PostgreSQL could not read', (type, keys) => {
    const positions = keys.map((key) => positionOf(written(key, document.taxId, document.docType, 'name'), { sort: 'name', type }));
    expect(positions).toEqual(keys.map(() => undefined));
  });

  it.each([
    ['', 'RUC'],
    ['2'.repeat(13), 'RUC'],
    ['2', 'R'],
    ['2', 'RUCX'],
    ['2', '1RUC'],
    ['2', 'RUCx'],
  ])('is refused if its document is "%s" of the kind "%s"', (taxId, docType) => {
    expect(positionOf(written('SOL', taxId, docType, 'name'), { sort: 'name', type: 'text' })).toBeUndefined();
  });

  it('is of no use in another order of the same type', () => {
    expect(positionOf(cursorOf({ ...document, key: 'SOL' }, 'name'), { sort: 'taxId', type: 'text' })).toBeUndefined();
  });
});
