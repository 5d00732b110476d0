import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { coloursOf, creditRatings, sections, trafficLights } from '@vigia/contracts';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { scorecardInForce } from '../src/score/scorecard-in-force.js';

describe('a portfolio ranks its profiles from harmless to grave', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database?.drop());

  const ranksOf = async (rank: string, section: string, contents: readonly object[]): Promise<number[]> => {
    const fragments = (data: object) =>
      sections.map((name) => `"${name}":${JSON.stringify({ statusCode: 'SH10', data: name === section ? data : {} })}`);
    const sql = `SELECT ${rank} AS rank FROM profiles.portfolio_facts($1, '{}', 'SH20')`;
    const rows = await Promise.all(contents.map((data) => database.query<{ rank: number }>(sql, [fragments(data)])));
    return rows.map(([row]) => row!.rank);
  };

  it('by the worst colour of their traffic light', async () => {
    const worstLast = ['white', 'green', 'gray', 'yellow', 'red'];
    const worst = trafficLights.map((code) => Math.max(0, ...coloursOf(code)!.map((colour) => worstLast.indexOf(colour) + 1)));
    const contents = trafficLights.map((semaforo_actual) => ({ semaforo_actual }));
    expect(await ranksOf('light_rank', 'alerta_tercero', contents)).toEqual(worst);
    expect(await ranksOf('light_rank', 'alerta_tercero', [{ semaforo_actual: null }])).toEqual([0]);
  });

  it('by their alert, their compliance and their worst rating, with 0 for what has no class', async () => {
    const alerts = [...scorecardInForce.classes.map(({ name }) => name), 'No procesado'].map((clasificacion) => ({ clasificacion }));
    expect(await ranksOf('alert', 'alerta_servicio', alerts)).toEqual([1, 2, 3, 4, 5, 0]);
    const levels = ['Alerta Baja', 'Alerta Media', 'Alerta Alta'].map((nivel) => ({ nivel }));
    expect(await ranksOf('compliance', 'alerta_compliance', [...levels, {}])).toEqual([1, 2, 3, 0]);
    const ratings = [...creditRatings, 'SCAL'].map((calificacion) => ({ peor_calificacion: { calificacion } }));
    expect(await ranksOf('rating', 'finanzas', [...ratings, { peor_calificacion: null }])).toEqual([1, 2, 3, 4, 5, 0, 0]);
  });
});
