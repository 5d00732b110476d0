import { expect, it } from '@jest/globals';
import { sections, sourceNames, type SourceName } from '@vigia/contracts';
import { scoreModules } from '../../src/score/scorecard.js';
import { scoreSection } from '../../src/summary/score-section.js';
import { clean } from './clean-profile.js';

/** A clean profile, of which one source was read in part. */
function classOf(partlyRead: SourceName | null) {
  const standings = sourceNames.map((source) => {
    return { source, outcome: 'data', failure: null, isPartial: source === partlyRead } as const;
  });
  const fragments = sections.map((section) => `"${section}":{"statusCode":"SH20","data":{}}`);
  const renewed = (['identificacion', ...scoreModules] as const).map((section) => {
    return { section, statusCode: 'SH10', v2: clean[section], provenance: [] };
  });
  const { v2 } = scoreSection({ fragments, standings, areOmissionsUnknown: false, month: '2026-03' }, renewed);
  return (v2 as { clasificacion: string }).clasificacion;
}

it('a part that could not be read of what is scored keeps a profile from being without an alert', () => {
  expect(classOf(null)).toBe('Sin alerta');
  for (const source of ['deuda_financiera', 'morosos_judiciales', 'deuda_laboral', 'deuda_coactiva'] as const)
    expect([source, classOf(source)]).toEqual([source, 'No procesado']);
});

it('a silent provider beside the registry, and a source that is not scored, change nothing', () => {
  for (const source of ['identificacion', 'codeudores_avales', 'importaciones'] as const)
    expect([source, classOf(source)]).toEqual([source, 'Sin alerta']);
});
