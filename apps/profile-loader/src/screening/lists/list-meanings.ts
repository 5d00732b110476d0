import { screeningListNamed } from '@vigia/contracts';
import type { Hit } from '../../sources/listas_compliance/listas_compliance.js';
import type { ListedEntity } from '../domain/listed-entity.js';
import { kindToldBy } from '../domain/subjects.js';

/** The topic of an entry. In a list with several topics its programmes decide, if they are known; otherwise it is the topic of the list. */
export function topicOf(list: string, programmes?: readonly string[]): Hit['tema'] {
  if (list === 'opensanctions' && programmes) return topicAmong(programmes);
  return screeningListNamed(list)?.topic ?? 'sancion';
}

/** In the vocabulary of OpenSanctions, where names of programmes appear among the topics. */
const sanctioned = /^sanction(\.|$)/;
const exposed = /^role\.(pep|rca|pol|oligarch)(\.|$)/;

/**
 * The gravest topic counts. Somebody who is debarred, wanted, convicted or warned about is listed by an authority but not sanctioned: that
 * counts as a disqualification.
 */
function topicAmong(programmes: readonly string[]): Hit['tema'] {
  if (programmes.some((programme) => sanctioned.test(programme))) return 'sancion';
  return programmes.some((programme) => exposed.test(programme)) ? 'pep' : 'inhabilitacion';
}

/** The assumed kind of entries in lists that do not state it. A LegalEntity of OpenSanctions may be a person. */
const assumedKinds: Record<string, ListedEntity['kind']> = {
  opensanctions: 'company',
  world_bank: 'company',
  oece_sancionados: 'person',
  oece_multas: 'person',
  oece_inhabilitaciones_judiciales: 'person',
};

/** Null if neither the list nor a document of the entry states it. */
export function toldKindOf(list: string, { kind, documents }: ListedEntity): ListedEntity['kind'] | null {
  return kind === assumedKinds[list] ? kindToldBy(documents) : kind;
}

/**
 * In Peru the UIF freezes the assets of those whom the Security Council lists (SBS 02610-2021); no other list of the world has the force of
 * law there.
 */
export function isBinding(list: string): boolean {
  return list === 'un';
}

/** The list and the version that was read. */
export interface ListVersion {
  lista: string;
  version: string;
  tema: Hit['tema'];
  /** Invented for simulated taxpayers. */
  isInvented: boolean;
}
