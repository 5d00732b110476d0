import { nullable, type AlertaComplianceSection, type ScreeningBasis, type ScreeningHit } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { defineMapping } from '../source-mapping.js';

const share = Type.Number({ minimum: 0, maximum: 1 });

const hit = Type.Object({
  lista: Type.String({ minLength: 1 }),
  tema: Type.Enum(['sancion', 'pep', 'inhabilitacion']),
  id_entidad: Type.String({ minLength: 1 }),
  /** The version of the list; a provider may leave it to `listas`. */
  version: Type.Optional(Type.String({ minLength: 1 })),
  /** Peruvian law requires action on this list. */
  vinculante: Type.Optional(Type.Boolean()),
  enlace: Type.Optional(nullable(Type.String())),
  /** `titular` is the profile itself, `representante` a person who represents it, `socio` a partner. */
  sujeto: Type.Enum(['titular', 'representante', 'socio']),
  nombre_consultado: Type.String(),
  nombre_listado: Type.String(),
  /** The document that both have; null if only their names are similar. */
  documento: nullable(Type.Object({ tipo: Type.String(), numero: Type.String() })),
  /** How similar the names are. */
  similitud: share,
  /**
   * How strongly facts other than the names say that the two are the same: 0.3 if there are none. A provider may leave it out, with its
   * grounds.
   */
  fuerza: Type.Optional(share),
  indicios: Type.Optional(
    Type.Array(
      Type.Object({
        indicio: Type.Enum(['documento', 'nacimiento', 'pais', 'alias_debil', 'clase']),
        sentido: Type.Enum(['a_favor', 'en_contra']),
        consultado: Type.String(),
        listado: Type.String(),
      }),
    ),
  ),
  /** Which words of the two names match, and which have no counterpart; a provider may leave both out. */
  alineacion: Type.Optional(Type.Array(Type.Object({ consultado: Type.String(), listado: Type.String(), puntaje: share }))),
  sin_par: Type.Optional(Type.Object({ consultado: Type.Array(Type.String()), listado: Type.Array(Type.String()) })),
  /** Identifies the content of the entry: a verdict holds until it changes. */
  huella: Type.Optional(Type.String()),
  veredicto: Type.Optional(
    Type.Object({
      veredicto: Type.Enum(['descartado', 'confirmado']),
      motivo: Type.String(),
      por: Type.String(),
      cuando: Type.String(),
    }),
  ),
});
export type Hit = Static<typeof hit>;
type Ground = NonNullable<Hit['indicios']>[number];

/** The lists that were searched, and what was found in them. */
const screening = Type.Object({
  listas: Type.Array(Type.Object({ lista: Type.String({ minLength: 1 }), version: Type.String({ minLength: 1 }) }), { minItems: 1 }),
  coincidencias: Type.Array(hit),
});
export type Screening = Static<typeof screening>;

type Level = AlertaComplianceSection['nivel'];

const gravestLast: readonly Level[] = ['Alerta Baja', 'Alerta Media', 'Alerta Alta'];

/** From this similarity on, two names count as the same. */
const sameName = { binding: 0.8, other: 0.85 };
const nearlyEqual = 0.95;
/**
 * Below the lower limit some fact speaks against the two being the same; above the upper one a date of birth speaks for it. A provider may
 * give only this number.
 */
const evidence = { contradicted: 0.2, corroborated: 0.55 };

/** The gravest level of all hits. A name alone never causes the highest alert: people share names, not documents. */
function levelOf(hits: readonly Hit[]): Level {
  return gravestLast.findLast((level) => hits.some((hit) => levelOfHit(hit) === level)) ?? 'Alerta Baja';
}

/** Higher for a graver level. */
export function gravityOf(hit: Hit): number {
  return gravestLast.indexOf(levelOfHit(hit));
}

function levelOfHit(hit: Hit): Level {
  const { tema, sujeto, documento, similitud, vinculante = false, fuerza, veredicto } = hit;
  if (veredicto?.veredicto === 'descartado') return 'Alerta Baja';
  const isGrave = tema === 'sancion' && (sujeto === 'titular' || vinculante);
  const isTheSame = documento !== null || veredicto?.veredicto === 'confirmado';
  // A provider that gives no number says nothing for or against.
  const isCorroborated = fuerza !== undefined && fuerza >= evidence.corroborated;
  const isDoubtful = fuerza !== undefined && fuerza < evidence.contradicted;
  if (isTheSame || (isCorroborated && similitud >= nearlyEqual)) return isGrave ? 'Alerta Alta' : 'Alerta Media';
  if (isDoubtful || isContradicted(hit)) return 'Alerta Baja';
  return similitud >= (vinculante ? sameName.binding : sameName.other) ? 'Alerta Media' : 'Alerta Baja';
}

const contradicting: readonly Ground['indicio'][] = ['nacimiento', 'alias_debil', 'clase'];

/**
 * Only a matching birth outweighs such a ground. A country does not: nearly everybody who is screened here has Peru in common with an entry
 * from Peru.
 */
function isContradicted({ indicios = [] }: Hit): boolean {
  const isBornAlike = indicios.some(({ indicio, sentido }) => indicio === 'nacimiento' && sentido === 'a_favor');
  return !isBornAlike && indicios.some(({ indicio, sentido }) => contradicting.includes(indicio) && sentido === 'en_contra');
}

export const listas_compliance = defineMapping({
  answer: screening,
  piece: (raw) => ({ nivel: levelOf(raw?.coincidencias ?? []) }),
});

/** The same hits against a newer version of a list are no news, nor are the same hits in another order. */
export function screeningGrounds(answer: object | null): { kept: ScreeningBasis; compared: ScreeningHit[] } | null {
  if (!answer) return null;
  // Only what the mapping has accepted is kept.
  const { listas, coincidencias } = answer as Screening;
  const hits = coincidencias.map(explained);
  return { kept: { lists: listas.map(({ lista, version }) => ({ list: lista, version })), hits }, compared: hits.toSorted(strongestFirst) };
}

/** The order of a screening, with one order for equally strong hits too: those follow the subjects, which a register may reorder. */
function strongestFirst(one: ScreeningHit, other: ScreeningHit): number {
  const rank = ({ document, similarity }: ScreeningHit) => (document === null ? 0 : 1) + similarity;
  const strength = ({ evidence }: ScreeningHit) => evidence?.strength ?? 0;
  const content = JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
  return rank(other) - rank(one) || strength(other) - strength(one) || content;
}

function explained({ lista, tema, id_entidad, sujeto, documento, similitud, ...hit }: Hit): ScreeningHit {
  const { fuerza, indicios, veredicto } = hit;
  return {
    list: lista,
    topic: tema,
    isBinding: hit.vinculante ?? false,
    entityId: id_entidad,
    link: hit.enlace ?? null,
    subject: sujeto,
    askedName: hit.nombre_consultado,
    listedName: hit.nombre_listado,
    document: documento && { kind: documento.tipo, number: documento.numero },
    similarity: similitud,
    evidence: fuerza === undefined ? null : { strength: fuerza, grounds: (indicios ?? []).map(groundOf) },
    verdict: veredicto
      ? {
          verdict: veredicto.veredicto === 'confirmado' ? 'confirmed' : 'dismissed',
          reason: veredicto.motivo,
          decidedBy: veredicto.por,
          decidedAt: veredicto.cuando,
        }
      : null,
    words:
      hit.alineacion && hit.sin_par
        ? {
            pairs: hit.alineacion.map(({ consultado, listado, puntaje }) => ({ asked: consultado, listed: listado, score: puntaje })),
            askedOnly: hit.sin_par.consultado,
            listedOnly: hit.sin_par.listado,
          }
        : null,
  };
}

const facts = { documento: 'document', nacimiento: 'birth', pais: 'country', alias_debil: 'weak_alias', clase: 'kind' } as const;

type Grounds = NonNullable<ScreeningHit['evidence']>['grounds'];

function groundOf({ indicio, sentido, consultado, listado }: Ground): Grounds[number] {
  return { fact: facts[indicio], speaks: sentido === 'a_favor' ? 'for' : 'against', asked: consultado, listed: listado };
}
