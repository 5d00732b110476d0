import type { ScreeningHit } from './basis.js';

/** What a list says of those who are on it. Someone who was fined is not disqualified, and neither is someone without capacity to operate. */
export type ListMeaning = ScreeningHit['topic'] | 'multa' | 'sin_capacidad_operativa';

interface ScreeningList {
  /** The topic that its hits have in an answer; the level of a hit depends on it. */
  topic: ScreeningHit['topic'];
  /** What people are told. Where there are several, the topic of a hit says which one applies to it. */
  means: readonly ListMeaning[];
}

const sanctions: ScreeningList = { topic: 'sancion', means: ['sancion'] };
const debarments: ScreeningList = { topic: 'inhabilitacion', means: ['inhabilitacion'] };

/** Every list that can be imported, and the invented ones. Only `opensanctions` can say that somebody is politically exposed. */
export const screeningLists = {
  ofac_sdn: sanctions,
  ofac_consolidated: sanctions,
  un: sanctions,
  eu: sanctions,
  uk: sanctions,
  opensanctions: { topic: 'sancion', means: ['sancion', 'pep', 'inhabilitacion'] },
  world_bank: debarments,
  oece_sancionados: debarments,
  oece_inhabilitaciones_judiciales: debarments,
  // Weighs as a disqualification, like every listing by an authority that is no sanction.
  oece_multas: { topic: 'inhabilitacion', means: ['multa'] },
  // Weighs as a sanction: SUNAT has declared that sales of the company never happened.
  ssco: { topic: 'sancion', means: ['sin_capacidad_operativa'] },
  'SANCIONES-INVENTADAS': sanctions,
  'PEP-INVENTADAS': { topic: 'pep', means: ['pep'] },
  'PROVEEDORES-INVENTADOS': debarments,
} as const satisfies Record<string, ScreeningList>;

/** Undefined for a list of another provider, or of a later release. */
export function screeningListNamed(name: string): ScreeningList | undefined {
  return Object.hasOwn(screeningLists, name) ? screeningLists[name as keyof typeof screeningLists] : undefined;
}
