import { describe, expect, it } from '@jest/globals';
import { archetypes } from '../src/domain/trouble.js';
import { subjectOf } from '../src/domain/subject.js';
import { archetypeOf, taxpayerOf } from '../src/domain/taxpayer.js';
import { isActive } from '../src/domain/traits.js';
import { companies, november, people } from './population.js';
import { told, world } from './telling.js';

/** How far a count is from its share, in standard deviations. The population is always the same, so four are never exceeded by chance. */
function deviations(count: number, all: number, share: number): number {
  return Math.abs(count - share * all) / Math.sqrt(share * (1 - share) * all);
}

const drawn = companies.map((document) => ({ archetype: archetypeOf(world, subjectOf(document)), ...taxpayerOf(world, document, 0) }));
const active = drawn.filter(({ traits }) => isActive(traits.registration));

describe('the simulated country', () => {
  it.each([
    ['healthy', 0.6],
    ['young', 0.15],
    ['mild_arrears', 0.12],
    ['stressed', 0.08],
    ['distressed', 0.04],
    ['insolvent', 0.01],
  ] as const)('has the intended share of %s taxpayers', (archetype, share) => {
    expect(archetypes).toContain(archetype);
    expect(deviations(drawn.filter((one) => one.archetype === archetype).length, drawn.length, share)).toBeLessThan(4);
  });

  it('has the intended share of traders, all of them active', () => {
    const trading = drawn.filter(({ traits }) => traits.importer || traits.exporter);
    expect(deviations(trading.length, active.length, 0.15)).toBeLessThan(4);
    expect(deviations(trading.filter(({ traits }) => traits.importer && traits.exporter).length, trading.length, 1 / 3)).toBeLessThan(4);
    expect(trading.filter((one) => !active.includes(one))).toEqual([]);
  });

  it('has the intended shares of active, struck-off and sanctioned companies', () => {
    expect(deviations(active.length, drawn.length, 0.94)).toBeLessThan(4);
    expect(deviations(drawn.filter(({ traits }) => traits.registration.status.startsWith('BAJA')).length, drawn.length, 0.05)).toBeLessThan(
      4,
    );
    expect(deviations(drawn.filter(({ traits }) => traits.listing === 'sanctioned').length, drawn.length, 0.003)).toBeLessThan(4);
  });

  it('has companies in all 25 departments and in 61 economic activities', () => {
    type Registry = { domicilio: { departamento: string }; actividades_economicas: string[] };
    const registries = companies.slice(0, 1_500).map((company) => told<Registry>('identificacion', company, november)!);
    expect(new Set(registries.map(({ domicilio }) => domicilio.departamento)).size).toBe(25);
    expect(new Set(registries.flatMap(({ actividades_economicas: lines }) => lines.map((line) => line.slice(15, 19)))).size).toBe(61);
  });

  it('rarely has debt in enforced collection beside an entirely normal rating', () => {
    const normal = companies
      .slice(0, 1_500)
      .filter(
        (company) => told<{ reportes: { sal_nor: number }[] }>('deuda_financiera', company, november)?.reportes.at(-1)!.sal_nor === 100,
      );
    const collected = normal.filter(
      (company) => told<{ cortes: { deudas: object[] }[] }>('deuda_coactiva', company, november)!.cortes.at(-1)!.deudas.length > 0,
    );
    expect(normal.length).toBeGreaterThan(700);
    expect(collected.length / normal.length).toBeLessThan(0.1);
  });

  it('has companies with an unused credit line and no debt, which have no rating', () => {
    const lines = drawn.filter(({ condition }) => condition.debt === 0 && condition.unusedLine > 0);
    expect(deviations(lines.length, drawn.filter(({ archetype }) => archetype === 'healthy').length, 0.04)).toBeLessThan(4);
    const report = told<{ reportes: object[] }>('deuda_financiera', lines[0]!.document, november)!.reportes.at(-1);
    expect(report).toMatchObject({ sal_nor: 0, sal_cpp: 0, sal_def: 0, sal_dud: 0, sal_per: 0 });
  });

  it('has a RUC for 85 % of the people', () => {
    const unregistered = people.filter((document) => !taxpayerOf(world, document, 0).traits.hasRuc);
    expect(deviations(unregistered.length, people.length, 0.15)).toBeLessThan(4);
  });
});
