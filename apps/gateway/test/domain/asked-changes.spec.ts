import { describe, expect, it } from '@jest/globals';
import { askedChanges } from '../../src/history/domain/asked-changes.js';
import { cursorOf, parseCursor } from '../../src/history/domain/change-cursor.js';

const position = { changedAtUs: '1795219200123456', id: '42' };

describe('the changes that are asked for', () => {
  it('are fifty of all unless something else is said', () => {
    expect(askedChanges({})).toEqual({ limit: 50 });
    const asked = { limit: '100', cursor: cursorOf(position), seccion: 'boletin', desde: '2026-11-01', hasta: '2026-11-02' };
    expect(askedChanges(asked)).toEqual({
      limit: 100,
      after: position,
      section: 'boletin',
      from: new Date('2026-11-01T05:00:00Z'),
      until: new Date('2026-11-03T05:00:00Z'),
    });
  });

  it.each([
    [{ limit: '0' }, 'limit must be a whole number from 1 to 100'],
    [{ limit: '101' }, 'limit must be a whole number from 1 to 100'],
    [{ limit: '1.5' }, 'limit must be a whole number from 1 to 100'],
    [{ limit: ['1', '2'] }, 'limit must be a whole number from 1 to 100'],
    [{ cursor: 'x' }, 'cursor must be what an earlier page gave as siguiente'],
    [{ cursor: ['a', 'b'] }, 'cursor must be what an earlier page gave as siguiente'],
    [{ seccion: 'constructor' }, 'seccion must be one of identificacion'],
    [{ desde: '2026-02-30' }, 'desde must be a day, written YYYY-MM-DD'],
    [{ hasta: 'ayer' }, 'hasta must be a day, written YYYY-MM-DD'],
  ])('cannot be %j', (query, message) => {
    expect(() => askedChanges(query)).toThrow(expect.objectContaining({ status: 400, message: expect.stringContaining(message) }));
  });
});

describe('a cursor', () => {
  it('comes back as it was made', () => expect(parseCursor(cursorOf(position))).toEqual(position));

  it.each(["1'; DROP TABLE x", '1', '1.', '.1', '1.2.3', `${'9'.repeat(17)}.1`, `1.${'9'.repeat(19)}`])('is not made of %s', (text) => {
    expect(parseCursor(Buffer.from(text).toString('base64url'))).toBeUndefined();
  });
});
