import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ScoreReason } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import { startLoader, type RunningLoader } from '../running-loader.js';
import { publish } from './published.js';

/** Companies about which every source has data and nothing bad. */
const [nowhere, inDollars, ofNoMonth] = ['20990000019', '20990000221', '20990000230'] as const;
const of = (document: string, facts: object) => ({ doc_type: 'RUC', document, facts });

describe('an unreadable line of a register', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader({ VIGIA_FRESHNESS_HOURS: '0' });
    const debt = { registro: 'REDJUM', monto: '40000.00', moneda: 'USD', desde: '2026-01-10', hasta: null };
    await publish(loader.database, 'morosos_judiciales', '2026-11-02', [of(inDollars, debt)]);
    await publish(loader.database, 'deuda_laboral', '2026-11-02', [of(ofNoMonth, { periodo: '?', entidad: 'AFP', monto: '900.00' })]);
    // The loader remembers for a second which registers there are.
    const isAnswered = async () => {
      await loader.load(nowhere);
      const [answer] = await loader.database.query(
        `SELECT 1 FROM profiles.source_answer WHERE tax_id = $1 AND source_version LIKE 'deuda_laboral 2026-11-02%'`,
        [nowhere],
      );
      return answer !== undefined;
    };
    await waitUntil(isAnswered, { what: 'the registers answer' });
    await Promise.all([inDollars, ofNoMonth].map((taxId) => loader.load(taxId)));
  });

  afterAll(() => loader?.stop());

  async function alertOf(taxId: string) {
    const { alerta_servicio } = await loader.sections(taxId);
    const [kept] = await loader.database.query<{ reasons: ScoreReason[] }>(
      `SELECT provenance->'reasons' AS reasons FROM profiles.section_version
       WHERE tax_id = $1 AND section = 'alerta_servicio' ORDER BY valid_from DESC LIMIT 1`,
      [taxId],
    );
    const gaps = kept!.reasons.filter(({ component }) => component === 'lectura_parcial').map(({ text }) => text);
    return { ...(alerta_servicio.data as { clasificacion: string; puntaje_total: number }), gaps };
  }

  it('makes the class of its company "No procesado", and leaves a company without a line alone', async () => {
    expect(await alertOf(nowhere)).toMatchObject({ puntaje_total: 0, clasificacion: 'Sin alerta', gaps: [] });
    expect(await alertOf(inDollars)).toMatchObject({
      puntaje_total: 0,
      clasificacion: 'No procesado',
      gaps: ['Una parte de morosos_judiciales no se pudo leer: esa parte no suma puntos'],
    });
    expect(await alertOf(ofNoMonth)).toMatchObject({
      puntaje_total: 0,
      clasificacion: 'No procesado',
      gaps: ['Una parte de deuda_laboral no se pudo leer: esa parte no suma puntos'],
    });
  });

  it('is counted in a note, and marks the answer of its source as partial and incomplete', async () => {
    const answers = await loader.database.query(
      `SELECT source, outcome, complete, trail FROM profiles.source_answer
       WHERE (tax_id, source) IN (($1, 'morosos_judiciales'), ($2, 'deuda_laboral'), ($2, 'morosos_judiciales')) ORDER BY source, tax_id`,
      [inDollars, ofNoMonth],
    );
    const inPart = {
      outcome: 'data',
      complete: false,
      trail: { partial: true, notes: ['1 de 1 líneas del registro no se pudieron leer.'] },
    };
    expect(answers).toEqual([
      { source: 'deuda_laboral', ...inPart },
      { source: 'morosos_judiciales', ...inPart },
      { source: 'morosos_judiciales', outcome: 'data', complete: true, trail: null },
    ]);
  });
});
