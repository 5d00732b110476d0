import type { Document, SourceName } from '@vigia/contracts';
import { inTransaction, type Transaction } from '@vigia/database';
import type { DataSource } from 'typeorm';
import type { SourceAnswer } from '../domain/source-answer.js';
import { failed } from '../sources/connector/read-exchange.js';
import type { SourceConnector } from '../sources/connector/source-connector.js';
import type { RegistryAnswer } from '../sources/identificacion/raw-answer.js';
import type { RepresentativesTable } from '../sources/representantes_legales/raw-answer.js';
import { subjectsOf } from './domain/subjects.js';
import { screenProfile } from './screen-profile.js';

interface Known {
  source: SourceName;
  outcome: string | null;
  answer: object | null;
}

/** Screens a profile against the lists that this service keeps. It reads what the first stage of the load has brought. */
export class ScreeningConnector implements SourceConnector {
  constructor(private readonly database: DataSource) {}

  async ask(document: Document): Promise<SourceAnswer> {
    try {
      return await inTransaction(this.database, (tx) => screen(tx, document));
    } catch {
      return failed('unreachable');
    }
  }
}

async function screen(tx: Transaction, document: Document): Promise<SourceAnswer> {
  const known = await tx.query<Known>(
    `SELECT source, outcome, answer FROM profiles.source_answer
     WHERE tax_id = $1 AND doc_type = $2 AND source IN ('identificacion', 'representantes_legales') AND outcome IS NOT NULL`,
    [document.taxId, document.docType],
  );
  const answerOf = (source: SourceName) => known.find((standing) => standing.source === source);
  const [registry, representatives] = [answerOf('identificacion'), answerOf('representantes_legales')];
  // Whoever could not be named has not been screened, and must not look as if nothing had been found.
  if (!registry || (document.docType === 'RUC' && !representatives)) return failed('nobody_to_screen');
  const subjects = subjectsOf(
    document,
    registry.answer as RegistryAnswer | null,
    (representatives?.answer ?? null) as RepresentativesTable | null,
  );
  const screened = await screenProfile(tx, subjects);
  if (!screened) return failed('unreachable');
  const sourceVersion = screened.listas.map(({ lista, version }) => `${lista} ${version}`).join(', ');
  return { outcome: 'data', data: screened, sourceVersion, observedAt: new Date().toISOString() };
}
