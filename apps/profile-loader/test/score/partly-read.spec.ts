import { expect, it } from '@jest/globals';
import { emptyFragments, sections, sourceNames, type AlertaServicioSection, type SourceName } from '@vigia/contracts';
import type { ScoredSection } from '../../src/score/score-inputs.js';
import { scoreModules } from '../../src/score/scorecard.js';
import { scoreSection } from '../../src/summary/score-section.js';
import { clean } from './clean-profile.js';

interface Stored {
  partlyRead?: SourceName | null;
  fragments?: string[];
  renewed?: readonly ScoredSection[];
}

/** The score of a clean profile. */
function scored({ partlyRead = null, fragments = emptyFragments('SH20').v2, renewed = ['identificacion', ...scoreModules] }: Stored) {
  const standings = sourceNames.map((source) => {
    return { source, outcome: 'data', failure: null, isPartial: source === partlyRead } as const;
  });
  const written = renewed.map((section) => ({ section, statusCode: 'SH10', v2: clean[section], provenance: [] }));
  const { v2 } = scoreSection(
    { docType: 'RUC', taxId: '20990000019' },
    { fragments, standings, areOmissionsUnknown: false, month: '2026-03' },
    written,
  );
  return v2 as AlertaServicioSection;
}

/** The class if one source was read in part. */
const classOf = (partlyRead: SourceName | null) => scored({ partlyRead }).clasificacion;

it('an unread part of a scored source makes a clean profile "No procesado"', () => {
  expect(classOf(null)).toBe('Sin alerta');
  for (const source of ['deuda_financiera', 'morosos_judiciales', 'deuda_laboral', 'deuda_coactiva'] as const)
    expect([source, classOf(source)]).toEqual([source, 'No procesado']);
});

it('an unread part of the registry or of an unscored source changes nothing', () => {
  for (const source of ['identificacion', 'codeudores_avales', 'importaciones'] as const)
    expect([source, classOf(source)]).toEqual([source, 'Sin alerta']);
});

it('a profile that was stored before a scored section existed is scored by the other sections', () => {
  const fragments = emptyFragments('SH20').v2.slice(0, sections.indexOf('laboral'));
  const { modulos_incluidos } = scored({ fragments, renewed: ['identificacion', 'finanzas', 'boletin'] });
  expect(modulos_incluidos).toEqual(['finanzas', 'boletin']);
});
