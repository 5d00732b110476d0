import { describe, expect, it } from '@jest/globals';
import { alertaServicioSection, creditRatings, scoredSources, sourceCatalogue } from '@vigia/contracts';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import type { ScoreInputs } from '../../src/score/score-inputs.js';
import { scoreProfile } from '../../src/score/score-profile.js';
import { scoreModules, type ScoreModule } from '../../src/score/scorecard.js';
import { scorecardInForce } from '../../src/score/scorecard-in-force.js';
import { amount, finanzas, profiles } from './any-profile.js';
import { clean } from './clean-profile.js';

const scale = scorecardInForce.classes.map(({ name }) => name as string);
const scoredSections = ['identificacion', ...scoreModules] as const;
/** No class is below every class. */
const gravity = (inputs: ScoreInputs) => scale.indexOf(scoreProfile(inputs).section.clasificacion);
const points = (inputs: ScoreInputs) => scoreProfile(inputs).section.puntaje_total;

/** By how much the second profile does better than the first. */
function relief(before: ScoreInputs, after: ScoreInputs): { points: number; classes: number } {
  return {
    points: Math.max(0, points(before) - points(after)),
    classes: Math.max(0, gravity(before) - gravity(after)),
  };
}
const noRelief = { points: 0, classes: 0 };

type Tree = { [key: string]: unknown };
const bad = ['vencida', 'judicial', 'castigada', 'monto_ultimo_periodo', 'monto_total_actual'];

/** Every amount of a bad debt in the profile, today's and that of six months ago: its group, and its name. */
function badAmounts(tree: unknown): [Tree, string][] {
  if (typeof tree !== 'object' || tree === null) return [];
  const own = Object.keys(tree).filter((key) => bad.includes(key));
  return [...own.map((key): [Tree, string] => [tree as Tree, key]), ...Object.values(tree).flatMap(badAmounts)];
}

/** The modules are excluded from the search by name, because one of them has the same name as an amount. */
const badAmountsOf = (profile: ScoreInputs) => scoreModules.flatMap((module) => badAmounts(profile[module]));

/** It must not matter whether the total that contains the amount grows with it. */
function raised(profile: ScoreInputs, which: number, by: number, totalFollows: boolean): ScoreInputs {
  const copy = structuredClone(profile);
  const amounts = badAmountsOf(copy);
  const [group, key] = amounts[which % amounts.length]!;
  group[key] = Number(group[key] ?? 0) + by;
  if (totalFollows && 'directa' in group && key !== 'castigada') group['directa'] = Number(group['directa']) + by;
  return copy;
}

describe('the score of any profile', () => {
  it('never falls in points or class with more of any bad debt, today or earlier', () => {
    const inDebt = profiles.filter((profile) => badAmountsOf(profile).length > 0);
    fc.assert(
      fc.property(inDebt, fc.nat(), amount, fc.boolean(), (profile, which, by, totalFollows) => {
        expect(relief(profile, raised(profile, which, by, totalFollows))).toEqual(noRelief);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never falls in points or class with a worse rating, more debt in it or more days overdue', () => {
    const place = fc.nat(creditRatings.length - 1);
    fc.assert(
      fc.property(
        profiles,
        finanzas,
        place,
        place,
        fc.nat(100),
        fc.nat(100),
        fc.nat(200),
        (profile, debt, a, b, someShare, other, days) => {
          const withRating = (calificacion: (typeof creditRatings)[number], porcentaje: number, more: number): ScoreInputs => ({
            ...profile,
            finanzas: { ...debt, max_dias_vencidos: (debt.max_dias_vencidos ?? 0) + more, peor_calificacion: { calificacion, porcentaje } },
          });
          const [better, worse] = [a, b].toSorted((x, y) => x - y) as [number, number];
          const [less, more] = [someShare, other].toSorted((x, y) => x - y) as [number, number];
          // A part that got worse may be any part of the debt; a part that stays equally bad only grows.
          const worseShare = worse > better ? someShare : more;
          const [milder, graver] = [withRating(creditRatings[better]!, less, 0), withRating(creditRatings[worse]!, worseShare, days)];
          expect(relief(milder, graver)).toEqual(noRelief);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('with enough modules never rises in class with one more module without points', () => {
    const clean = {
      finanzas: { peor_calificacion: null, max_dias_vencidos: null, situacion: null },
      judicial: {
        deudores_morosos: { monto_ultimo_periodo: null },
        edictos_judiciales: { cantidad_ultimo_periodo: 0 },
        boletin_concursal: false,
      },
      laboral: {
        variacion_deuda_laboral: [],
        datos_resoluciones_laborales: { cantidad_total_actual: 0, monto_total_actual: 0 },
        datos_trabajadores: [],
      },
      boletin: { deudas_boletin: [] },
    } satisfies Pick<ScoreInputs, ScoreModule>;
    fc.assert(
      fc.property(profiles, fc.constantFrom(...scoreModules), (profile, module) => {
        const without = { ...profile, [module]: null };
        const withIt = { ...profile, [module]: clean[module] };
        expect(points(withIt)).toBe(points(without));
        // Points of too few modules are not compared, and a missing class is neither better nor worse than a class.
        const { puntaje_maximo, clasificacion } = scoreProfile(without).section;
        if (puntaje_maximo < scorecardInForce.leastMaximum || clasificacion === 'No procesado') return;
        expect(gravity(withIt)).toBeLessThanOrEqual(gravity(without));
      }),
      { numRuns: 500 },
    );
  });

  it('has reasons that add up to the points of the modules and of the total, within the maximum', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const { section, reasons } = scoreProfile(profile);
        const sum = (module?: ScoreModule) =>
          reasons.filter((reason) => module === undefined || reason.module === module).reduce((total, reason) => total + reason.points, 0);
        expect(sum()).toBe(section.puntaje_total);
        expect(section.puntaje_total).toBeLessThanOrEqual(section.puntaje_maximo);
        for (const module of scoreModules) {
          expect(section[`puntaje_${module}`]).toBe(profile[module] === null ? null : sum(module));
          expect(section[`puntaje_maximo_${module}`]).toBe(scorecardInForce.modules[module].maximum);
          expect(sum(module)).toBeLessThanOrEqual(scorecardInForce.modules[module].maximum);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('names what is missing in its modules and in its reasons', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const { section, reasons } = scoreProfile(profile);
        const missing = scoredSections.filter((name) => profile[name] === null);
        expect(section.modulos_incluidos).toEqual(scoreModules.filter((module) => profile[module] !== null));
        const told = (component: string) => reasons.filter((reason) => reason.component === component);
        expect(told('sin_datos').map(({ module }) => module)).toEqual(missing);
        const included = (sources: ScoreInputs['unanswered']) =>
          sources.filter((source) => profile[sourceCatalogue[source].section] !== null);
        const [silent, partly] = [included(profile.unanswered), included(profile.partlyRead)];
        expect(told('sin_respuesta').map(({ text }) => silent.find((source) => text.includes(` ${source}:`)))).toEqual(silent);
        expect(told('lectura_parcial').map(({ text }) => partly.find((source) => text.includes(` ${source} `)))).toEqual(partly);
      }),
    );
  });

  it('is never without alert when any part is missing', () => {
    const lacking = fc.oneof(
      fc.constantFrom(...scoredSections).map((section) => ({ [section]: null })),
      fc.constantFrom(...scoredSources).map((source) => ({ unanswered: [source] })),
      fc.constantFrom(...scoredSources).map((source) => ({ partlyRead: [source] })),
      finanzas.filter(({ peor_calificacion }) => peor_calificacion !== null).map((debt) => ({ finanzas: { ...debt, situacion: null } })),
    );
    fc.assert(
      fc.property(fc.oneof(profiles, fc.constant<ScoreInputs>(clean)), lacking, (profile, lack) => {
        expect(scoreProfile({ ...profile, ...lack }).section.clasificacion).not.toBe('Sin alerta');
      }),
      { numRuns: 1_000 },
    );
  });

  it('is an alert only by enough modules or by a fact; otherwise a gap makes it "No procesado"', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const { section, reasons } = scoreProfile(profile);
        const enough = section.puntaje_maximo >= scorecardInForce.leastMaximum;
        const isAlert = (enough && section.puntaje_total * 100 >= 3 * section.puntaje_maximo) || reasons.some(({ atLeast }) => atLeast);
        const gaps = reasons.some(({ component }) =>
          ['sin_datos', 'sin_respuesta', 'lectura_parcial', 'sin_situacion'].includes(component),
        );
        const words = isAlert ? scale.slice(1) : [gaps ? 'No procesado' : 'Sin alerta'];
        expect(words).toContain(section.clasificacion);
        expect(reasons.some(({ component }) => component === 'no_procesado')).toBe(section.clasificacion === 'No procesado');
        expect(reasons.some(({ component }) => component === 'cobertura')).toBe(!enough);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has at least the class that a fact asks for, also without the other modules', () => {
    fc.assert(
      fc.property(profiles, fc.subarray([...scoreModules]), (profile, left) => {
        const without = { ...profile, ...Object.fromEntries(left.map((module) => [module, null])) };
        const asked = scoreProfile(without).reasons.flatMap(({ atLeast }) => (atLeast ? scale.indexOf(atLeast) : []));
        expect(gravity(without)).toBeGreaterThanOrEqual(Math.max(-1, ...asked));
      }),
    );
  });

  it('matches the contract, does not change its inputs, and is the same each time', () => {
    const shape = Compile(alertaServicioSection);
    fc.assert(
      fc.property(profiles, (profile) => {
        const before = structuredClone(profile);
        const scored = scoreProfile(profile);
        expect(shape.Check(scored.section)).toBe(true);
        expect(profile).toEqual(before);
        expect(scoreProfile(before)).toEqual(scored);
      }),
    );
  });

  it('has the figures of a reason from one module behind a colon, where they can be withheld', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const named = scoreProfile(profile).reasons.filter(({ module }) => module !== null);
        for (const { text } of named) expect(text).toMatch(/^[^\d:]+(:|$)/);
      }),
      { numRuns: 300 },
    );
  });
});
