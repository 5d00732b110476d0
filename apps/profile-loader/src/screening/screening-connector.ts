import type { Document } from '@vigia/contracts';
import type { Database } from '@vigia/database';
import { failed, type SourceAnswer, type SourceConnector } from '../domain/source-answer.js';
import { isNamed } from './domain/subjects.js';
import type { Lists } from './lists/lists.js';
import { screenProfile } from './screen-profile.js';
import { verdictsOn, withVerdicts } from './verdicts.js';
import { whomToScreen } from './whom-to-screen.js';

/** Screens a profile against the lists in the database. The names come from the sources of the first stage. */
export class ScreeningConnector implements SourceConnector {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  async ask(document: Document): Promise<SourceAnswer> {
    const lists = await this.lists.current();
    const asked = await whomToScreen(this.database, document);
    // A profile whose names could not be read has not been screened: an empty result would say that nothing was found.
    if (asked === 'not_contracted') return { outcome: 'not_contracted' };
    if (asked === 'unread') return lists.length === 0 ? { outcome: 'not_contracted' } : failed('nobody_to_screen');
    const { subjects, today } = asked;
    // The first list is compared with the subjects to look up, even if nobody could be looked up before.
    if (lists.length === 0) return { outcome: 'not_contracted', subjects };
    const { listas, coincidencias, ended } = screenProfile(lists, subjects, today);
    const isInvented = lists.some(({ list }) => list.isInvented);
    const looked = {
      sourceVersion: listas.map(({ lista, version }) => `${lista} ${version}`).join(', '),
      observedAt: new Date().toISOString(),
      ...(isInvented && { trail: { simulated: true as const } }),
      subjects,
      ...(ended.length > 0 && { ended }),
    };
    // The documents are on no list, and there are no names: that is not a clean result.
    if (coincidencias.length === 0 && !subjects.some(isNamed)) return { outcome: 'empty', ...looked, listas };
    const verdicts = coincidencias.length > 0 ? await verdictsOn(this.database, document) : [];
    return { outcome: 'data', ...looked, data: { listas, coincidencias: withVerdicts(coincidencias, verdicts) } };
  }
}
