import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ScoreReason } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import type { RunningLoader } from '../running-loader.js';
import { startRegisters, type Registers } from './running-registers.js';

/** Companies about which every source has data and nothing bad. */
const [nowhere, inDollars, ofNoMonth, split, inDebt] = ['20990000019', '20990000221', '20990000230', '20990000248', '20990000256'] as const;
/** In the bulletin: one in a line with two cells too many, the other with a day that the calendar does not have. */
const [guessed, undated] = ['20990000027', '20990000035'] as const;
/** Is listed properly, so that no file has more rejected lines than others. */
const listed = '20991000012';

describe('an unreadable line of a register', () => {
  let registers: Registers;
  let loader: RunningLoader;

  beforeAll(async () => {
    registers = await startRegisters({ isSimulated: true });
    ({ loader } = registers);
    const debtor = (document: string, name: string, day: string) =>
      `1${document.slice(1)}|${day}|1|${document}|||2|1|1|100|0|0|0|0|${name}||||`;
    const balance = (document: string) => `2${document.slice(1)}001231214110600000000${'0000'}${'100000'.padStart(18, '0')}0`;
    const months = { '20260831': 'EMPRESA S.A.C.', '20260930': 'EMPRESA | S.A.C.' };
    for (const [day, name] of Object.entries(months)) {
      const lines = [debtor(listed, 'OTRA S.A.C.', day), balance(listed), debtor(split, name, day)];
      if (day === '20260831') lines.push(balance(split));
      await registers.bringIn('deuda_financiera', `${day}.ope`, `${lines.join('\n')}\n`);
    }
    await registers.bringIn(
      'morosos_judiciales',
      'morosos.csv',
      [
        'doc,monto,moneda,desde,hasta,registro',
        `${inDollars},40000.00,USD,2026-01-10,,REDJUM`,
        `${listed},1.00,PEN,2026-01-10,,REDAM`,
        `${inDebt},9000.00,PEN,2026-02-01,2199-02-01,REDAM`,
        `${inDebt},1.00,PEN,2199-02-01,,REDAM`,
        `${ofNoMonth},40000.00,EUR,2026-01-10,,REDJUM\n`,
      ].join('\n'),
    );
    // Both lines of one debtor, which the importer rejects, look the same without their amounts.
    const [faulty, other] = [`${ofNoMonth},2026-10,AFP,1.250`, `${ofNoMonth},2026-10,AFP,"900,00"`];
    await registers.bringIn(
      'deuda_laboral',
      'deuda_laboral.csv',
      ['ruc,periodo,entidad,monto', faulty, other, `${listed},2026-09,AFP,1`, `${listed},2026-10,AFP,1\n`].join('\n'),
    );
    await registers.bringIn(
      'boletin_concursal',
      'boletin_concursal.csv',
      [
        'doc,nombre,fecha,estado',
        `${guessed},EMPRESA,S,A,2026-10-01,vigente`,
        `${undated},EMPRESA,2026-02-30,vigente`,
        `${listed},OTRA,2026-10-01,vigente`,
        `${listed},OTRA,2026-10-02,vigente\n`,
      ].join('\n'),
    );
    // The loader remembers for a second which registers there are.
    const isAnswered = async () => {
      await loader.load(nowhere);
      const [answer] = await loader.database.query(
        `SELECT 1 FROM profiles.source_answer WHERE tax_id = $1 AND source_version LIKE 'deuda_laboral 2026-11-20%'`,
        [nowhere],
      );
      return answer !== undefined;
    };
    await waitUntil(isAnswered, { what: 'the registers answer' });
    await Promise.all([inDollars, ofNoMonth, split, inDebt, guessed, undated].map((taxId) => loader.load(taxId)));
  });

  afterAll(() => registers?.stop());

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
      gaps: ['morosos_judiciales', 'deuda_laboral'].map((source) => `Una parte de ${source} no se pudo leer: esa parte no suma puntos`),
    });
    expect(await alertOf(split)).toMatchObject({
      clasificacion: 'No procesado',
      gaps: ['Una parte de deuda_financiera no se pudo leer: esa parte no suma puntos'],
    });
  });

  it('is also one that begins after the answer; a debt whose end lies ahead counts', async () => {
    const { judicial } = await loader.sections(inDebt);
    expect(judicial.data).toMatchObject({ deudores_morosos: { monto_ultimo_periodo: 9_000, fecha_ultimo_periodo: '2026-02-28' } });
    const { clasificacion, gaps } = await alertOf(inDebt);
    expect(['Alerta media', 'Alerta alta']).toContain(clasificacion);
    expect(gaps).toEqual(['Una parte de morosos_judiciales no se pudo leer: esa parte no suma puntos']);
  });

  it('leaves its month of the credit report unknown, which is not a month without debt', async () => {
    const { finanzas } = await loader.sections(split);
    expect(finanzas.data).toMatchObject({ ultima_actualizacion: '2026-08-31', situacion: { actual: { vigente: 1_000 } } });
  });

  it('lists its company in the bulletin, unless the place of the document was guessed', async () => {
    const answers = await loader.database.query(
      `SELECT tax_id, answer->'listado' AS listed, trail->'partial' AS partial FROM profiles.source_answer
       WHERE source = 'boletin_concursal' AND tax_id = ANY($1) ORDER BY tax_id`,
      [[guessed, undated]],
    );
    expect(answers).toEqual([
      { tax_id: guessed, listed: false, partial: true },
      { tax_id: undated, listed: true, partial: true },
    ]);
  });

  it('is counted in a note, and marks the answer of its source as partial and incomplete', async () => {
    const answers = await loader.database.query(
      `SELECT source, outcome, complete, trail FROM profiles.source_answer
       WHERE (tax_id, source) IN (($1, 'morosos_judiciales'), ($2, 'deuda_laboral'), ($2, 'morosos_judiciales'), ($3, 'morosos_judiciales')) ORDER BY source, tax_id`,
      [inDollars, ofNoMonth, split],
    );
    const inPart = (lines: number) => ({
      outcome: 'data',
      complete: false,
      trail: { partial: true, notes: [`${lines} de ${lines} líneas del registro no se ${lines === 1 ? 'pudo' : 'pudieron'} leer.`] },
    });
    expect(answers).toEqual([
      { source: 'deuda_laboral', ...inPart(2) },
      { source: 'morosos_judiciales', ...inPart(1) },
      { source: 'morosos_judiciales', ...inPart(1) },
      { source: 'morosos_judiciales', outcome: 'empty', complete: true, trail: null },
    ]);
  });
});
