import { expect, it } from '@jest/globals';
import { costFacts } from '../src/monitoring/cost-facts.ts';
import type { Preview } from '../src/monitoring/preview.ts';
import { es } from '../src/monitoring/words.es.ts';

type Previewed = Preview['documents'][number];

const loaded: Previewed = { taxId: '20990000019', action: 'load', refusal: null, returned: 0, deducted: 0, expiresAt: null };
const monthly: Preview = {
  kind: 'monthly',
  refusal: null,
  documents: [loaded],
  returned: 0,
  deducted: 0,
  availableBefore: 0,
  availableAfter: 0,
  fittingMonths: 0,
  daysLeftOfThisMonth: 1,
  documentChargesAtMost: { documents: 0, cents: 0 },
};
const factsOf = (...documents: Previewed[]) =>
  costFacts({ ...monthly, documents }, { takesAllInParts: false, toldKept: es.kept, contractEndsOn: undefined }, es, 'es').facts;

it('the cost under a monthly plan says that monitoring goes on, and of a query only when it ends', () => {
  const endless = 'Su plan es mensual: el monitoreo no gasta cuota y sigue mientras dure el contrato.';
  const query = { ...loaded, expiresAt: '2026-12-02T20:00:00.000Z' };
  expect(factsOf(loaded)).toEqual([endless]);
  expect(factsOf(query)).toEqual(['Vence el 02/12/2026.']);
  expect(factsOf({ ...query, action: 'refresh' })).toEqual(['Vence el 02/12/2026.']);
  expect(factsOf({ ...loaded, action: 'keep' })).toEqual(['1 documento ya está en su portafolio: no cambia ni cuesta.']);
});
