import { nullable, type AlertaComplianceSection, type ScreeningBasis, type ScreeningHit } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { defineMapping } from '../source-mapping.js';

const share = Type.Number({ minimum: 0, maximum: 1 });

const hit = Type.Object({
  lista: Type.String({ minLength: 1 }),
  tema: Type.Enum(['sancion', 'pep', 'inhabilitacion']),
  id_entidad: Type.String({ minLength: 1 }),
  /** `titular` is the profile itself, `representante` a person who represents it. */
  sujeto: Type.Enum(['titular', 'representante']),
  nombre_consultado: Type.String(),
  nombre_listado: Type.String(),
  /** The document that both have; null when only their names are alike. */
  documento: nullable(Type.Object({ tipo: Type.String(), numero: Type.String() })),
  /** How much the names are alike. */
  similitud: share,
  /** Which words of the two names fit, and which have no counterpart; a provider may leave both out. */
  alineacion: Type.Optional(Type.Array(Type.Object({ consultado: Type.String(), listado: Type.String(), puntaje: share }))),
  sin_par: Type.Optional(Type.Object({ consultado: Type.Array(Type.String()), listado: Type.Array(Type.String()) })),
});
export type Hit = Static<typeof hit>;

/** The lists that were searched, and what was found in them. */
const screening = Type.Object({
  listas: Type.Array(Type.Object({ lista: Type.String({ minLength: 1 }), version: Type.String({ minLength: 1 }) }), { minItems: 1 }),
  coincidencias: Type.Array(hit),
});
export type Screening = Static<typeof screening>;

type Level = AlertaComplianceSection['nivel'];

/** From this similarity on, two names count as the same. */
const sameName = 0.85;

/** The gravest level of all hits. A name alone never makes the highest alert: people share names, not documents. */
function levelOf(hits: readonly Hit[]): Level {
  const levels = hits.map(levelOfHit);
  if (levels.includes('Alerta Alta')) return 'Alerta Alta';
  return levels.includes('Alerta Media') ? 'Alerta Media' : 'Alerta Baja';
}

function levelOfHit({ tema, sujeto, documento, similitud }: Hit): Level {
  if (documento === null && similitud < sameName) return 'Alerta Baja';
  return tema === 'sancion' && sujeto === 'titular' && documento !== null ? 'Alerta Alta' : 'Alerta Media';
}

export const listas_compliance = defineMapping({
  answer: screening,
  piece: (raw) => ({ nivel: levelOf(raw?.coincidencias ?? []) }),
});

/** The same hits against a newer version of a list are no news. */
export function screeningGrounds(answer: object | null): { kept: ScreeningBasis; compared: ScreeningHit[] } | null {
  if (!answer) return null;
  // Only what the mapping has accepted is kept.
  const { listas, coincidencias } = answer as Screening;
  const hits = coincidencias.map(explained);
  return { kept: { lists: listas.map(({ lista, version }) => ({ list: lista, version })), hits }, compared: hits };
}

function explained({ lista, tema, id_entidad, sujeto, documento, similitud, ...hit }: Hit): ScreeningHit {
  return {
    list: lista,
    topic: tema,
    entityId: id_entidad,
    subject: sujeto,
    askedName: hit.nombre_consultado,
    listedName: hit.nombre_listado,
    document: documento && { kind: documento.tipo, number: documento.numero },
    similarity: similitud,
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
