import type { Hit } from '../../sources/listas_compliance/listas_compliance.js';
import type { ListedEntity } from '../domain/listed-entity.js';
import { kindToldBy } from '../domain/subjects.js';

/** What the lists of the registry are about; one that is not named is a list of sanctions. */
const topics: Record<string, Hit['tema']> = {
  world_bank: 'inhabilitacion',
  oece_sancionados: 'inhabilitacion',
  oece_multas: 'inhabilitacion',
  oece_inhabilitaciones_judiciales: 'inhabilitacion',
};

/** Of an entry, where the list is about more than one thing and its programmes are known. */
export function topicOf(list: string, programmes?: readonly string[]): Hit['tema'] {
  if (list === 'opensanctions' && programmes) return topicAmong(programmes);
  return topics[list] ?? 'sancion';
}

/** In the vocabulary of OpenSanctions, where names of programmes stand among the topics. */
const sanctioned = /^sanction(\.|$)/;
const exposed = /^role\.(pep|rca|pol|oligarch)(\.|$)/;

/** The gravest counts. Who is debarred, wanted, convicted or warned about is listed by an authority and not sanctioned: that weighs as a disqualification. */
function topicAmong(programmes: readonly string[]): Hit['tema'] {
  if (programmes.some((programme) => sanctioned.test(programme))) return 'sancion';
  return programmes.some((programme) => exposed.test(programme)) ? 'pep' : 'inhabilitacion';
}

/** What an entry is taken for where these lists do not tell what it is. A LegalEntity of OpenSanctions may be a person. */
const assumedKinds: Record<string, ListedEntity['kind']> = {
  opensanctions: 'company',
  world_bank: 'company',
  oece_sancionados: 'person',
  oece_multas: 'person',
  oece_inhabilitaciones_judiciales: 'person',
};

/** Null where neither the list nor a document of the entry tells it. */
export function toldKindOf(list: string, { kind, documents }: ListedEntity): ListedEntity['kind'] | null {
  return kind === assumedKinds[list] ? kindToldBy(documents) : kind;
}

/** In Peru the UIF freezes what belongs to those whom the Security Council lists (SBS 02610-2021); no other list of the world has the force of law there. */
export function isBinding(list: string): boolean {
  return list === 'un';
}

/** Which list it is, in the version that was read. */
export interface ListVersion {
  lista: string;
  version: string;
  tema: Hit['tema'];
  /** Made up for simulated taxpayers. */
  isInvented: boolean;
}
