import { expect, it } from '@jest/globals';
import { Refusal } from '../src/gateway/refusal.ts';
import { canActivate, canBegin, type Cost, inTurn, type Preview, saidBeside, sum } from '../src/monitoring/preview.ts';
import { whyNot } from '../src/monitoring/untouched.ts';

const load = { kind: 'one_time', refusal: null, documents: [{ action: 'load' }], availableAfter: 3 } as unknown as Preview;
const nothingKnown = { data: undefined, error: null, failureReason: null, failureCount: 0, isFetching: true };
const asked: Cost = { ...nothingKnown, isPending: true, isFree: false, isMonitoring: true, takesAllInParts: false };
const known = (preview: Partial<Preview>): Cost => ({ ...asked, data: { ...load, ...preview }, isPending: false });
const refused = (status: number, isFree: boolean): Cost => ({ ...asked, failureReason: new Refusal(status, ''), failureCount: 1, isFree });

it('an act can begin only if its cost is known and can be met', () => {
  expect(canBegin(known({}))).toBe(true);
  expect(canBegin(known({ availableAfter: -1 }))).toBe(false);
  expect(canBegin(known({ documents: [] }))).toBe(false);
  expect(canBegin({ ...known({}), isPending: true })).toBe(false);
});

it('monitoring can be activated only if a profile is not monitored yet', () => {
  const kept = { action: 'keep' } as Preview['documents'][number];
  expect([canBegin, canActivate].map((can) => can(known({ documents: [kept] })))).toEqual([true, false]);
  expect(canActivate(known({ documents: [kept, { ...kept, action: 'activate' }] }))).toBe(true);
  expect(canActivate(refused(503, false))).toBe(false);
});

it('an act that needs no months can begin while billing is away, and no other act can', () => {
  expect(canBegin(refused(503, true))).toBe(true);
  expect(canBegin(refused(503, false))).toBe(false);
  expect([0, 429].map((status) => canBegin(refused(status, true)))).toEqual([false, false]);
  expect(canBegin({ ...asked, isFree: true })).toBe(false);
});

it('previews of a long list run one after the other, and skip an aborted one', async () => {
  const { signal } = new AbortController();
  const begun: string[] = [];
  let answerFirst = () => {};
  const first = inTurn(signal, () => new Promise<void>((resolve) => (begun.push('first'), (answerFirst = resolve))));
  const noted = (name: string) => async () => void begun.push(name);
  const saidOf = (asked: Promise<void>) => asked.catch((error: Error) => error.message);
  const dropped = saidOf(inTurn(AbortSignal.abort(new Error('typed on')), noted('dropped')));
  const refused = saidOf(inTurn(signal, () => Promise.reject(new Refusal(503, 'busy'))));
  const last = inTurn(signal, noted('last'));
  await Promise.resolve();
  expect(begun).toEqual(['first']);
  answerFirst();
  expect(await Promise.all([dropped, refused, first, last])).toEqual(['typed on', 'busy', undefined, undefined]);
  expect(begun).toEqual(['first', 'last']);
});

it('a preview that gives the reason of a conflict hides it beside, and never that an act may have been done', () => {
  const [conflict, away] = [new Refusal(409, ''), new Refusal(503, '')];
  const refusing = known({ refusal: { reason: 'contract_not_active', endedOn: null, beginsOn: null } });
  expect([saidBeside(known({}), conflict), saidBeside(refusing, conflict)]).toEqual([conflict, null]);
  expect([saidBeside(refusing, away), saidBeside(refusing, null)]).toEqual([away, null]);
});

it('a list in parts that the quota refuses is told the months and the profiles that fit the whole list', () => {
  const untouched = { returned: 0, deducted: 0, expiresAt: null };
  const refusedPart = (months: number, available: number, kept = 0): Preview => {
    const profiles = 100 - kept;
    const [fittingMonths, fittingProfiles] = [Math.floor(available / profiles), Math.floor(available / months)];
    const refusal = { reason: 'quota_insufficient', profiles, months, returned: 0, available, fittingMonths, fittingProfiles } as const;
    const documents = Array.from({ length: 100 }, (_, i) =>
      i < kept
        ? { taxId: `${i}`, action: 'keep' as const, refusal: null, ...untouched }
        : { taxId: `${i}`, action: 'none' as const, refusal, ...untouched },
    );
    const charges = { documents: 0, cents: 0 };
    return { ...load, refusal, documents, availableBefore: available, availableAfter: available, documentChargesAtMost: charges };
  };
  const said = (...parts: Preview[]) => whyNot(sum(parts)!.refusal!, 'es');
  expect(said(refusedPart(6, 300), refusedPart(6, 300))).toBe(
    'En la cuota quedan 300 meses y no alcanzan. Cabe hasta 1 mes para todos, o 50 perfiles por 6 meses.',
  );
  expect(said(refusedPart(6, 300), refusedPart(6, 300, 50))).toBe(
    'En la cuota quedan 300 meses y no alcanzan. Caben hasta 2 meses para todos, o 50 perfiles por 6 meses.',
  );
  expect(said(refusedPart(1, 60), refusedPart(1, 60))).toBe('En la cuota quedan 60 meses y no alcanzan. Caben 60 perfiles por 1 mes.');
  expect(said(refusedPart(6, 300))).toBe(
    'En la cuota quedan 300 meses y no alcanzan. Caben hasta 3 meses para todos, o 50 perfiles por 6 meses.',
  );
});
