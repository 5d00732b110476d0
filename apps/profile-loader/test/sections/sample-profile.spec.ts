import { describe, expect, it } from '@jest/globals';
import { sampleDocument, sampleSections, sections, summaryExample, summaryV1, summaryV2, type SourceName } from '@vigia/contracts';
import { Errors } from 'typebox/schema';
import { alertaServicioV1, scoreProfile } from '../../src/score/score-profile.js';
import type { ScoreInputs } from '../../src/score/score-inputs.js';
import type { Answers } from '../../src/sections/section-definition.js';
import { isSourced, sectionDefinitions } from '../../src/sections/sections.js';
import { fixturesOf } from '../sources/fixtures-of.js';

/** What every source says about the invented company. */
const told: Record<SourceName, string> = {
  identificacion: 'ruc-with-omissions.json',
  deuda_financiera: 'ruc.json',
  codeudores_avales: 'ruc.json',
  representantes_legales: 'ruc.json',
  deuda_coactiva: 'growing-debt.json',
  deuda_vencida: 'two-creditors.json',
  protestos: 'paid-and-unpaid.json',
  importaciones: 'ruc.json',
  exportaciones: 'ruc-without-exchange-rate.json',
  trabajadores: 'two-of-three-months.json',
  deuda_laboral: 'two-creditors.json',
  resoluciones_laborales: 'three-resolutions.json',
  morosos_judiciales: 'both-registers.json',
  edictos_judiciales: 'three-edicts.json',
  boletin_concursal: 'listed.json',
  score_tercero: 'fallen.json',
  listas_compliance: 'exposed-representative.json',
};

const answers = Object.fromEntries(
  (Object.keys(told) as SourceName[]).map((source) => [source, fixturesOf(source).find(({ file }) => file === told[source])!.answer]),
) as Answers;

describe('the sample profile, which examples and tests of receivers show', () => {
  it('is what the loader makes of answers of its sources, section by section', () => {
    const made = sections.filter(isSourced).map((section) => {
      const definition = sectionDefinitions[section];
      const v2 = definition.v2(answers, sampleDocument);
      return [section, { v1: definition.v1?.(answers, sampleDocument) ?? v2, v2 }] as const;
    });
    const { periodo } = sampleSections.v2.alerta_servicio;
    const contents = Object.fromEntries(made.map(([section, { v2 }]) => [section, v2]));
    const inputs = { periodo, areOmissionsUnknown: false, unanswered: [], partlyRead: [], ...contents } as unknown as ScoreInputs;
    const { section: score } = scoreProfile(inputs);
    for (const [section, { v1, v2 }] of [...made, ['alerta_servicio', { v1: alertaServicioV1(score), v2: score }] as const]) {
      expect({ section, content: sampleSections.v1[section] }).toEqual({ section, content: v1 });
      expect({ section, content: sampleSections.v2[section] }).toEqual({ section, content: v2 });
    }
  });

  it('has data in every section, in the shape of each version', () => {
    expect(Errors(summaryV1, summaryExample.v1.data)).toEqual([true, []]);
    expect(Errors(summaryV2, summaryExample.v2.data)).toEqual([true, []]);
    const codes = sections.map((section) => summaryExample.v2.data[section].statusCode);
    expect(codes).toEqual(sections.map(() => 'SH10'));
    expect(JSON.stringify(sampleSections.v2)).not.toContain('[]');
  });
});
