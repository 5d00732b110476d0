import type { Document, SourceName } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { failed, type SourceAnswer, type SourceConnector } from '../domain/source-answer.js';
import type { RegistryAnswer } from '../sources/identificacion/identificacion.js';
import type { RepresentativesTable } from '../sources/representantes_legales/representantes_legales.js';
import { subjectsOf } from './domain/subjects.js';
import type { Lists } from './lists/lists.js';
import { screenProfile } from './screen-profile.js';
import { verdictsOn, withVerdicts } from './verdicts.js';

interface Known {
  source: SourceName;
  outcome: 'data' | 'empty' | 'not_contracted';
  answer: object | null;
  today: string;
}

/** Screens a profile against the lists in the database. The names come from the sources of the first stage. */
export class ScreeningConnector implements SourceConnector {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  async ask(document: Document): Promise<SourceAnswer> {
    try {
      return await this.screen(document);
    } catch (error) {
      const { name, code } = error as Error & { code?: string };
      return failed('unreachable', { detail: code ?? name });
    }
  }

  private async screen(document: Document): Promise<SourceAnswer> {
    const lists = await this.lists.current();
    const known = await this.database.rows<Known>(
      sql`SELECT source, outcome, answer, public.lima_today()::text AS today FROM profiles.source_answer
       WHERE tax_id = $1 AND doc_type = $2 AND source IN ('identificacion', 'representantes_legales') AND outcome IS NOT NULL`,
      [document.taxId, document.docType],
    );
    const standingOf = (source: SourceName) => known.find((standing) => standing.source === source);
    const [registry, representatives] = [standingOf('identificacion'), standingOf('representantes_legales')];
    // A profile whose names could not be read has not been screened: an empty result would say that nothing was found.
    if (registry?.outcome === 'not_contracted') return { outcome: 'not_contracted' };
    if (!registry || (document.docType === 'RUC' && !representatives))
      return lists.length === 0 ? { outcome: 'not_contracted' } : failed('nobody_to_screen');
    const subjects = subjectsOf(
      document,
      registry.answer as RegistryAnswer | null,
      (representatives?.answer ?? null) as RepresentativesTable | null,
    );
    // The first list is compared with whom it should look up, also where nobody could be looked up before.
    if (lists.length === 0) return { outcome: 'not_contracted', subjects };
    const { listas, coincidencias } = screenProfile(lists, subjects, registry.today);
    const verdicts = coincidencias.length > 0 ? await verdictsOn(this.database, document) : [];
    const screened = { listas, coincidencias: withVerdicts(coincidencias, verdicts) };
    const sourceVersion = screened.listas.map(({ lista, version }) => `${lista} ${version}`).join(', ');
    const isInvented = lists.some(({ list }) => list.isInvented);
    return {
      outcome: 'data',
      data: screened,
      sourceVersion,
      observedAt: new Date().toISOString(),
      ...(isInvented && { trail: { simulated: true } }),
      subjects,
    };
  }
}
