import { expect, it } from '@jest/globals';
import { costFacts } from '../src/monitoring/cost-facts.ts';
import type { Preview, Previewed } from '../src/monitoring/preview.ts';
import { en } from '../src/monitoring/words.en.ts';
import { es } from '../src/monitoring/words.es.ts';

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
const asked = { isMonitoring: true, takesAllInParts: false, toldKept: es.kept, contractEndsOn: undefined };
const factsOf = (...documents: Previewed[]) => costFacts({ ...monthly, documents }, asked, es, 'es').facts;

it('the cost under a monthly plan says that monitoring goes on, and of a query only when it ends', () => {
  const endless = 'Su plan es mensual: el monitoreo no gasta cuota y sigue mientras dure el contrato.';
  const query = { ...loaded, expiresAt: '2026-12-02T20:00:00.000Z' };
  expect(factsOf(loaded)).toEqual([endless]);
  expect(factsOf(query)).toEqual(['Vence el 02/12/2026.']);
  expect(factsOf({ ...query, action: 'refresh' })).toEqual(['Vence el 02/12/2026.']);
  expect(factsOf({ ...loaded, action: 'keep' })).toEqual(['1 documento ya está en su portafolio: no cambia ni cuesta.']);
});

it('the cost of an update of queries and monitored profiles under a monthly plan says in one sentence which of them end', () => {
  const ending = (expiresAt: string): Previewed => ({ ...loaded, action: 'refresh', expiresAt });
  const [first, second] = [ending('2026-12-02T20:00:00.000Z'), ending('2026-12-03T20:00:00.000Z')];
  const endless = { ...loaded, action: 'refresh' } as const;
  const goesOn = 'Su plan es mensual: el monitoreo no gasta cuota y sigue mientras dure el contrato';
  expect(factsOf(endless, first)).toEqual([`${goesOn}; 1 perfil vence el 02/12/2026.`]);
  expect(factsOf(second, endless, first, first)).toEqual([`${goesOn}; 3 perfiles vencen entre el 02/12/2026 y el 03/12/2026.`]);
  expect(costFacts({ ...monthly, documents: [endless, first, first] }, asked, en, 'en').facts).toEqual([
    'Your plan is monthly: monitoring uses no quota and continues as long as the contract; 2 profiles expire on 02/12/2026.',
  ]);
});

it('the cost of a list says which documents stay queries, and which another request is loading', () => {
  const kept = (state: 'active' | 'pending', mode: 'monitoring' | 'query'): Previewed => ({
    ...loaded,
    action: 'keep',
    access: { state, mode, expiresAt: null },
  });
  const [present, query] = [kept('active', 'monitoring'), kept('active', 'query')];
  const [loading, loadingQuery] = [kept('pending', 'monitoring'), kept('pending', 'query')];
  expect(factsOf(present, query, query, loading, loadingQuery, loadingQuery)).toEqual([
    '1 documento ya está en su portafolio: no cambia ni cuesta.',
    '2 documentos ya están en su portafolio en consulta: no cambian ni cuestan, y no quedarán en monitoreo. Podrá activarlo después de cargar.',
    'Otra solicitud ya está cargando 1 documento: no cambia ni cuesta.',
    'Otra solicitud ya está cargando 2 documentos en consulta: no cuestan y no quedarán en monitoreo.',
  ]);
  const documents = [query, query, loading, loadingQuery];
  expect(costFacts({ ...monthly, documents }, { ...asked, isMonitoring: false }, es, 'es').facts).toEqual([
    '2 documentos ya están en su portafolio: no cambian ni cuestan.',
    'Otra solicitud ya está cargando 2 documentos: no cambian ni cuestan.',
  ]);
  expect(costFacts({ ...monthly, documents }, asked, en, 'en').facts[0]).toBe(
    '2 documents are already in your portfolio as queries: nothing changes and nothing is charged, and they will not be monitored. You can activate monitoring after the load.',
  );
});

it('the cost that the quota does not cover says what is lacking, and neither a balance afterwards nor an end', () => {
  const dear: Previewed = { ...loaded, deducted: 9, expiresAt: '2026-12-02T20:00:00.000Z' };
  const kept: Previewed = { ...loaded, action: 'keep', access: { state: 'active', mode: 'monitoring', expiresAt: null } };
  const preview: Preview = { ...monthly, kind: 'one_time', documents: [dear, kept], deducted: 9, availableBefore: 8, availableAfter: -1 };
  expect(costFacts(preview, asked, es, 'es')).toEqual({
    no: 'Se necesitan 9 meses y en la cuota hay 8. Elija menos meses o menos documentos.',
    facts: ['1 documento ya está en su portafolio: no cambia ni cuesta.'],
  });
  expect(costFacts({ ...preview, availableBefore: 9, availableAfter: 0 }, asked, es, 'es').facts).toContain(
    'Usa 9 meses de la cuota: hoy hay 9 y quedarían 0.',
  );
});
