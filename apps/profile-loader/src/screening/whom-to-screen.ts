import type { Document, SourceName } from '@vigia/contracts';
import { sql, type Database, type Transaction } from '@vigia/database';
import type { RegistryAnswer } from '../sources/identificacion/identificacion.js';
import type { RepresentativesTable } from '../sources/representantes_legales/representantes_legales.js';
import { subjectsOf, type Subject } from './domain/subjects.js';

interface Known {
  source: SourceName;
  outcome: 'data' | 'empty' | 'not_contracted';
  failure: string | null;
  answer: object | null;
  today: string;
}

interface ToScreen {
  subjects: Subject[];
  /** In Lima. */
  today: string;
}

/** The people and companies of a profile, by the names that its sources gave; otherwise the reason why they are unknown. */
export async function whomToScreen(database: Database | Transaction, document: Document): Promise<ToScreen | 'not_contracted' | 'unread'> {
  const known = await database.rows<Known>(
    sql`SELECT source, outcome, failure, answer, public.lima_today()::text AS today FROM profiles.source_answer
     WHERE tax_id = $1 AND doc_type = $2 AND source IN ('identificacion', 'representantes_legales') AND outcome IS NOT NULL`,
    [document.taxId, document.docType],
  );
  const standingOf = (source: SourceName) => known.find((standing) => standing.source === source);
  const [registry, representatives] = [standingOf('identificacion'), standingOf('representantes_legales')];
  if (registry?.outcome === 'not_contracted' && registry.failure === null) return 'not_contracted';
  if (!isRead(registry) || (document.docType === 'RUC' && !isRead(representatives))) return 'unread';
  const named = (representatives?.answer ?? null) as RepresentativesTable | null;
  return { subjects: subjectsOf(document, registry.answer as RegistryAnswer | null, named), today: registry.today };
}

/** A source that was not contracted and has failed since has no answer: it has a provider now, which did not answer. */
function isRead(standing: Known | undefined): standing is Known {
  return standing !== undefined && (standing.outcome !== 'not_contracted' || standing.failure === null);
}
