import { createHash } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { VigiaError, type Document, type PayloadOf, type ProfileHits, type ReplyOf } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { documentMark, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { printedText } from '../domain/register-values.js';
import { lockOpenLoad } from '../loads/loads.js';
import { lockSchedule } from '../loads/refresh-schedule.js';
import { renewEntries } from '../portfolio/entries.js';
import { screeningGrounds, type Hit, type Screening } from '../sources/listas_compliance/listas_compliance.js';
import { assembleSections } from '../summary/renew-sections.js';
import { writeSections } from '../summary/write-sections.js';
import { verdictsOn, withVerdicts } from './verdicts.js';

const page = 100;

interface Screened extends Document {
  answer: Screening;
}

/** The hits of screened profiles, and the verdicts on them. */
@Controller()
export class HitsController {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Handles('hits.list')
  async list({ document, after }: PayloadOf<'hits.list'>): Promise<ReplyOf<'hits.list'>> {
    const screened = document ? await screeningOf(this.database, document) : await this.withHits(after ?? null);
    const last = screened.length === page ? screened.at(-1)! : null;
    this.logger.info({ ...(document && { document: documentMark(document.taxId) }) }, 'hits listed for an operator');
    return { profiles: screened.map(asHits), next: last && { docType: last.docType, taxId: last.taxId } };
  }

  /**
   * The section changes in the same transaction. Refuses a verdict while a load is running, because that load may have asked before the
   * verdict. Locks what a closing load locks, in its order, because a load may begin and close meanwhile: the schedule, the answer, the
   * profile. The profile is locked even if its text stays the same, because its portfolio entries are renewed.
   */
  @Handles('hits.decide')
  async decide({ document, list, entityId, name, fingerprint, ...decision }: PayloadOf<'hits.decide'>): Promise<ReplyOf<'hits.decide'>> {
    const decided = await this.database.transaction(async (tx) => {
      if (await lockOpenLoad(tx, document)) throw loadUnderWay();
      lockSchedule(tx, document);
      const [screened] = await screeningOf(tx, document, true);
      const found = screened?.answer.coincidencias.filter((hit) => hit.lista === list && hit.id_entidad === entityId) ?? [];
      const ofName = ofOneName(found, name);
      if (!screened || ofName.length === 0) throw VigiaError.of('not_found');
      const about = asListed(ofName, fingerprint);
      lockProfile(tx, document);
      await keepDecisions(tx, document, about, decision);
      const coincidencias = withVerdicts(screened.answer.coincidencias, await verdictsOn(tx, document));
      const answer = { ...screened.answer, coincidencias };
      await tx.rows(
        sql`UPDATE profiles.source_answer SET answer = $3 WHERE tax_id = $1 AND doc_type = $2 AND source = 'listas_compliance'`,
        [document.taxId, document.docType, JSON.stringify(answer)],
      );
      await writeSections(tx, document, await assembleSections(tx, document, ['alerta_compliance']));
      renewEntries(tx, document);
      await assertNoLoad(tx, document);
      return asHits({ ...document, answer });
    });
    const { verdict } = decision;
    // Without the id of the entry: in Peru's registers of sanctions it begins with a document or a name.
    this.logger.warn({ document: documentMark(document.taxId), list, verdict }, 'hit decided');
    return decided;
  }

  private withHits(after: Document | null): Promise<Screened[]> {
    return this.database.rows<Screened>(
      sql`SELECT doc_type, tax_id, answer FROM profiles.source_answer
       WHERE source = 'listas_compliance' AND jsonb_array_length(answer->'coincidencias') > 0 AND (tax_id, doc_type) > ($1, $2)
       ORDER BY tax_id, doc_type LIMIT $3`,
      [after?.taxId ?? '', after?.docType ?? '', page],
    );
  }
}

const unlocked = sql`SELECT doc_type, tax_id, answer FROM profiles.source_answer
  WHERE tax_id = $1 AND doc_type = $2 AND source = 'listas_compliance' AND answer IS NOT NULL`;
const locked = sql`${unlocked} FOR UPDATE`;

function screeningOf(database: Database | Transaction, { docType, taxId }: Document, isForUpdate = false): Promise<Screened[]> {
  return database.rows<Screened>(isForUpdate ? locked : unlocked, [taxId, docType]);
}

/** A verdict is about one person or company. Names are compared as they are shown. */
function ofOneName(hits: Hit[], name: string | undefined): Hit[] {
  const asShown = (text: string) => printedText(text) ?? '';
  if (name !== undefined) return hits.filter((hit) => asShown(hit.nombre_consultado) === asShown(name));
  const names = [...new Set(hits.map((hit) => asShown(hit.nombre_consultado)))];
  if (names.length <= 1) return hits;
  const listed = names.map((each) => JSON.stringify(each)).join(', ');
  throw VigiaError.of('conflict', {
    detail: `several names of this profile found the entry, decide on one of them by its name: ${listed}`,
  });
}

/**
 * The entry, or the shared document, may have changed since an operator listed the hits. A verdict would then be about something that the
 * operator has not seen.
 */
function asListed(hits: Hit[], fingerprint: string | undefined): Hit[] {
  if (fingerprint === undefined) return hits;
  const listed = hits.filter((hit) => fingerprintOfHit(hit) === fingerprint);
  if (listed.length === 0) throw VigiaError.of('conflict', { detail: 'this hit has changed since it was listed: list it again' });
  return listed;
}

function fingerprintOfHit({ huella, documento }: Hit): string | undefined {
  if (huella === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([huella, documento?.tipo, documento?.numero]))
    .digest('base64url')
    .slice(0, 22);
}

function lockProfile(tx: Transaction, { docType, taxId }: Document): void {
  tx.send(sql`SELECT FROM profiles.profile WHERE tax_id = $1 AND doc_type = $2 FOR NO KEY UPDATE`, [taxId, docType]);
}

type Decision = Pick<PayloadOf<'hits.decide'>, 'verdict' | 'reason' | 'actor'>;

async function keepDecisions(
  tx: Transaction,
  { docType, taxId }: Document,
  hits: Hit[],
  { verdict, reason, actor }: Decision,
): Promise<void> {
  const about = hits.map(({ lista, id_entidad, nombre_consultado, huella, documento }) => ({
    lista,
    id_entidad,
    nombre_consultado,
    huella,
    documento,
  }));
  // A provider of screenings gives no fingerprint, so it would be unknown when the verdict ends.
  if (about.some(({ huella }) => huella === undefined))
    throw VigiaError.of('conflict', {
      detail:
        'this hit has no fingerprint of its entry, so no verdict on it can be kept: it is from a provider of screenings, or from before verdicts',
    });
  await tx.rows(
    sql`INSERT INTO profiles.hit_decision (doc_type, tax_id, list, entity_id, asked_name, fingerprint, document, verdict, reason, decided_by)
     SELECT DISTINCT $1, $2, lista, id_entidad, nombre_consultado, huella, nullif(documento, 'null'), $4, $5, $6
     FROM jsonb_to_recordset($3::jsonb) AS hit (lista text, id_entidad text, nombre_consultado text, huella text, documento jsonb)`,
    [docType, taxId, JSON.stringify(about), verdict, reason, actor],
  );
}

async function assertNoLoad(tx: Transaction, { docType, taxId }: Document): Promise<void> {
  const open = await tx.rows(sql`SELECT id FROM profiles.load WHERE tax_id = $1 AND doc_type = $2 AND state = 'open'`, [taxId, docType]);
  if (open.length > 0) throw loadUnderWay();
}

function loadUnderWay(): VigiaError {
  return VigiaError.of('conflict', { detail: 'a load of this profile is under way: decide when it has ended' });
}

function asHits({ docType, taxId, answer }: Screened): ProfileHits {
  const hits = screeningGrounds(answer)?.kept.hits ?? [];
  const fingerprints = answer.coincidencias.map(fingerprintOfHit);
  return { docType, taxId, hits: hits.map((hit, i) => ({ ...hit, ...(fingerprints[i] && { fingerprint: fingerprints[i] }) })) };
}
