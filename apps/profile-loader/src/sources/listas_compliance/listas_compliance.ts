import { nullable, type AlertaComplianceSection } from '@vigia/contracts';
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
