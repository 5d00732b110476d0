import {
  hasContent,
  scoredSources,
  sections,
  sourceCatalogue,
  type AlertaServicioSection,
  type Document,
  type SourceName,
} from '@vigia/contracts';
import { isUnread, type SourceStanding } from '../domain/source-standing.js';
import { alertaServicioV1, scoreProfile } from '../score/score-profile.js';
import type { ScoredSection, ScoreInputs } from '../score/score-inputs.js';
import { scoreModules } from '../score/scorecard.js';
import { sectionDefinitions } from '../sections/sections.js';
import type { WrittenSection } from './written-section.js';

const section = 'alerta_servicio';

export const unscored: WrittenSection = { section, statusCode: 'SH50', provenance: [] };
const notContracted: WrittenSection = { ...unscored, statusCode: 'SH30' };

interface KnownStanding extends SourceStanding {
  /** A part of its answer could not be read. */
  isPartial: boolean;
}

/** A profile and the standings of its sources, before the closing load has written anything. */
export interface KnownProfile {
  fragments: string[];
  standings: KnownStanding[];
  /** The registry's answer does not say whether there are omissions. */
  areOmissionsUnknown: boolean;
  month: AlertaServicioSection['periodo'];
}

/** The score of the profile from its current sections, some of them just renewed. The reasons are stored with the version. */
export function scoreSection(document: Document, known: KnownProfile, renewed: WrittenSection[]): WrittenSection {
  const inputs = inputsOf(document, known, renewed);
  if (scoreModules.every((module) => inputs[module] === null)) {
    if (known.standings.some((standing) => isScored(standing) && isUnread(standing))) return unscored;
    if (inputs.identificacion === null) return notContracted;
  }
  const { model, reasons, section: v2 } = scoreProfile(inputs);
  const grounds = { model, reasons };
  return { section, statusCode: 'SH10', v2, v1: alertaServicioV1(v2), provenance: grounds, compared: grounds };
}

const isScored = ({ source }: SourceStanding) => scoredSources.some((scored) => scored === source);

function inputsOf(
  document: Document,
  { fragments, standings, areOmissionsUnknown, month }: KnownProfile,
  renewed: WrittenSection[],
): ScoreInputs {
  const hasAnswered = (source: SourceName) =>
    standings.some((standing) => standing.source === source && (standing.outcome === 'data' || standing.outcome === 'empty'));
  // Gaps that a silent provider leaves in the registry are not scored, except omissions, which are reported separately.
  const isPartlyRead = (source: SourceName) =>
    source !== 'identificacion' && standings.some((standing) => standing.source === source && standing.isPartial);
  const contentOf = (section: ScoredSection): object | null => {
    // A section may have content that no scored source gave: the guarantors of somebody whose debts could not be read.
    if (!scoredSources.some((source) => sourceCatalogue[source].section === section && hasAnswered(source))) return null;
    const fresh = renewed.find((written) => written.section === section);
    // If it has none although a scored source has answered, every answer was that nothing is registered.
    const nothing = sectionDefinitions[section].v2({}, document);
    if (fresh) return fresh.v2 ?? nothing;
    const { [section]: written } = JSON.parse(`{${fragments[sections.indexOf(section)] ?? ''}}`) as Record<
      string,
      { statusCode: string; data: object }
    >;
    // The section did not exist yet when the profile was stored.
    if (!written || written.statusCode === 'SH20') return null;
    return hasContent(written.statusCode) ? written.data : nothing;
  };
  return {
    periodo: month,
    areOmissionsUnknown,
    unanswered: scoredSources.filter((source) => !hasAnswered(source)),
    partlyRead: scoredSources.filter(isPartlyRead),
    identificacion: contentOf('identificacion'),
    finanzas: contentOf('finanzas'),
    judicial: contentOf('judicial'),
    laboral: contentOf('laboral'),
    boletin: contentOf('boletin'),
  } as ScoreInputs;
}
