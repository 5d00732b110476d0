import { type DocType, type ScoreReason, type Section, type SectionBasis, sourcesIn } from '@vigia/contracts';

/** A stored version of a section. */
export interface KeptVersion {
  fragment: string;
  validFrom: string | null;
  provenance: Provenance;
}

/** What the loader keeps about an answer in addition to its content. */
export interface Trail {
  simulated?: boolean;
  partial?: boolean;
  notes?: string[];
  fields?: Record<string, { sourceVersion: string; observedAt: string }>;
}

interface KeptSource extends Trail {
  source: string;
  sourceVersion: string | null;
  observedAt: string | null;
}

/** For most sections: their sources. For the score: its model and reasons. For a screening with kept hits: its sources, lists and hits. */
type Provenance = KeptSource[] | NonNullable<SectionBasis['score']> | ({ sources: KeptSource[] } & NonNullable<SectionBasis['screening']>);

interface Seen {
  failedSources: readonly string[];
  withheld: readonly Section[];
}

/** Names every source that the section had for this kind of document when it was written, even one that had given nothing. */
export function basisOf(
  section: Section,
  docType: DocType,
  { fragment, validFrom, provenance }: KeptVersion,
  { failedSources, withheld }: Seen,
): SectionBasis {
  const { [section]: written } = JSON.parse(`{${fragment}}`) as Record<Section, Pick<SectionBasis, 'statusCode'>>;
  const kept = Array.isArray(provenance) ? provenance : 'sources' in provenance ? provenance.sources : [];
  const asked = validFrom === null ? sourcesIn(section, docType) : askedThen(section, written.statusCode, kept);
  return {
    section,
    statusCode: written.statusCode,
    validFrom: textOf(validFrom),
    sources: asked.map((source) => {
      const found = kept.find((one) => one.source === source);
      return {
        source,
        version: found?.sourceVersion ?? null,
        observedAt: textOf(found?.observedAt ?? null),
        failed: failedSources.includes(source),
        ...marksOf(found ?? null),
      };
    }),
    score:
      'reasons' in provenance
        ? { model: provenance.model, reasons: provenance.reasons.map((reason) => withoutFigures(reason, withheld)) }
        : null,
    screening: 'hits' in provenance ? { lists: provenance.lists, hits: provenance.hits.map(asHit) } : null,
  };
}

/**
 * A version of the first releases lacks the sources that had given nothing, so it is completed from the sources that these releases had. Every
 * other version names all its sources. What a later release asks is never added: the hash of a past day would change with it.
 */
function askedThen(section: Section, statusCode: SectionBasis['statusCode'], kept: readonly KeptSource[]): string[] {
  const first = statusCode === 'SH40' ? [] : (sourcesOfFirstReleases[section] ?? []);
  const named = kept.map(({ source }) => source);
  return named.every((source) => first.includes(source)) ? first : named;
}

/** Never edited, not even for a source that is renamed: the order, too, is part of the hash of past days. */
const sourcesOfFirstReleases: Partial<Record<string, string[]>> = {
  identificacion: ['identificacion'],
  finanzas: ['deuda_financiera', 'codeudores_avales'],
  legal: ['representantes_legales'],
  boletin: ['deuda_coactiva', 'deuda_vencida', 'protestos'],
  comercio_exterior: ['importaciones', 'exportaciones'],
  laboral: ['deuda_laboral', 'resoluciones_laborales', 'trabajadores'],
  judicial: ['morosos_judiciales', 'edictos_judiciales', 'boletin_concursal'],
  alerta_tercero: ['score_tercero'],
  alerta_compliance: ['listas_compliance'],
};

/** The score also counts sections that the plan leaves out; their figures follow a colon in a reason. */
function withoutFigures(reason: ScoreReason, withheld: readonly Section[]): ScoreReason {
  const { module, text } = reason;
  return module !== null && withheld.includes(module) ? { ...reason, text: text.split(':', 1)[0]! } : reason;
}

/** Fields are named if they have another origin than the answer. */
export function marksOf(kept: Partial<KeptSource> | null): Pick<SectionBasis['sources'][number], keyof Trail> {
  const { simulated, partial, notes, fields = {}, sourceVersion, observedAt } = kept ?? {};
  const isOther = ({ sourceVersion: version, observedAt: at }: NonNullable<Trail['fields']>[string]) =>
    version !== sourceVersion || (observedAt !== undefined && Date.parse(at) !== Date.parse(observedAt ?? ''));
  const origins = Object.entries(fields).flatMap(([field, origin]) =>
    isOther(origin) ? [{ field, version: origin.sourceVersion, observedAt: origin.observedAt }] : [],
  );
  return {
    ...(simulated && { simulated }),
    ...(partial && { partial }),
    ...(notes && { notes }),
    ...(origins.length > 0 && { fields: origins }),
  };
}

type Hit = NonNullable<SectionBasis['screening']>['hits'][number];

/** Fields that older hits lack. */
const unknown = { isBinding: false, link: null, evidence: null, verdict: null } satisfies Partial<Hit>;

function asHit(kept: Omit<Hit, keyof typeof unknown>): Hit {
  return { ...unknown, ...kept };
}

/** PostgreSQL writes an instant in its own format. */
function textOf(at: string | null): string | null {
  return at && new Date(at).toISOString();
}
