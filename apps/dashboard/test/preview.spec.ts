import { expect, it } from '@jest/globals';
import { Refusal } from '../src/gateway/refusal.ts';
import { canBegin, type Cost, type Preview } from '../src/monitoring/preview.ts';

const load = { kind: 'one_time', refusal: null, documents: [{ action: 'load' }], availableAfter: 3 } as unknown as Preview;
const asked = { data: undefined, error: null, failureReason: null, failureCount: 0, isFetching: true, isPending: true, isFree: false };
const known = (preview: Partial<Preview>): Cost => ({ ...asked, data: { ...load, ...preview }, isPending: false });
const refused = (status: number, isFree: boolean): Cost => ({ ...asked, failureReason: new Refusal(status, ''), failureCount: 1, isFree });

it('lets an act begin whose cost is known and can be met', () => {
  expect(canBegin(known({}))).toBe(true);
  expect(canBegin(known({ availableAfter: -1 }))).toBe(false);
  expect(canBegin(known({ documents: [] }))).toBe(false);
  expect(canBegin({ ...known({}), isPending: true })).toBe(false);
});

it('lets an act that needs no months begin while billing is away, and no other', () => {
  expect(canBegin(refused(503, true))).toBe(true);
  expect(canBegin(refused(503, false))).toBe(false);
  expect([0, 429].map((status) => canBegin(refused(status, true)))).toEqual([false, false]);
  expect(canBegin({ ...asked, isFree: true })).toBe(false);
});
