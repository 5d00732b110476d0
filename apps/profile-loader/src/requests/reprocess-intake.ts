import { Inject, Injectable } from '@nestjs/common';
import {
  refusalOfUpdate,
  sourcesFor,
  type DocType,
  type Document,
  type HeldProfile,
  type ReprocessRefusal,
  type StartReprocess,
} from '@vigia/contracts';
import { Database, firstOfNumber, sql, type Transaction } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { Peers } from '@vigia/messaging';
import { failpoint, type Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { logFinished } from '../closing/request-line.js';
import { settleReprocess } from '../closing/settle-requests.js';
import { refreshEntries } from '../portfolio/entries.js';
import { Loads } from '../loads/loads.js';
import type { ProfileLoaderSettings } from '../settings.js';
import { beginOf, insertItems, writeRequest, type Begun, type BillingUnavailable, type Item } from './request-rows.js';

interface Decision {
  refresh: Document[];
  refused: { taxId: string; refusal: ReprocessRefusal | BillingUnavailable }[];
  /** Billing may have set quota aside for this request, so it must learn how the request ended. */
  mayHoldQuota: boolean;
}

interface Profile extends HeldProfile {
  docType: DocType;
  /** Billing has not written yet that its monitoring is over. */
  isOver: boolean;
}

/** Decides which profiles of a forced update are loaded again, and writes the request, its items and their loads. */
@Injectable()
export class ReprocessIntake {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly loads: Loads,
    private readonly peers: Peers,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs once per request id, however often the message comes. */
  async accept(command: StartReprocess): Promise<void> {
    const [begun, profiles] = await Promise.all([beginOf(this.database, command), profilesOf(this.database, command)]);
    if (begun.isAccepted) return;
    const decision = await this.decide(command, begun, profiles);
    const { mayHoldQuota } = decision;
    const openItems = decision.refresh.length;
    const state = openItems === 0 ? 'finished' : 'loading';
    const updatesQuery = [...profiles.values()].some((one) => one.state === 'active' && one.mode === 'query');
    const monthsIgnored = begun.kind === 'monthly' ? 'monthly_plan' : updatesQuery ? 'query_mode' : null;
    const request = { docType: null, mode: null, state, openItems, acceptedOn: begun.today, monthsIgnored, mayHoldQuota } as const;
    await writeRequest(this.database, command, request, async (tx) => {
      insertItems(tx, await this.itemsOf(tx, command, decision));
      refreshEntries(tx, command.corporationId, decision.refresh);
      if (state === 'finished') logFinished(tx, this.logger, command.requestId);
      // Without a load there is nothing to wait for, but billing may need to be told.
      if (openItems === 0 && mayHoldQuota) await settleReprocess(tx, this.outbox, { id: command.requestId, ...command });
      failpoint('loader.update-unwritten');
    });
  }

  /** Billing decides about monitoring under a one-time plan, which takes months, and about monitoring whose end it has yet to write. */
  private async decide(command: StartReprocess, { kind, refusal: noContract }: Begun, profiles: Map<string, Profile>): Promise<Decision> {
    const decision: Decision = { refresh: [], refused: [], mayHoldQuota: false };
    const ofBilling: string[] = [];
    for (const taxId of command.taxIds) {
      const profile = profiles.get(taxId);
      const refusal = refusalOfUpdate(profile) ?? noContract;
      if (refusal) decision.refused.push({ taxId, refusal });
      else if (profile!.isOver || (kind === 'one_time' && profile!.mode === 'monitoring')) ofBilling.push(taxId);
      else decision.refresh.push({ taxId, docType: profile!.docType });
    }
    return ofBilling.length === 0 ? decision : this.reserve(command, decision, ofBilling);
  }

  /**
   * Names all documents, and billing decides about each: a repeated command must ask for the same ones, although others may be active by
   * then. Without a reply, only the documents that needed one are refused.
   */
  private async reserve(
    { requestId, corporationId, taxIds, months, origin }: StartReprocess,
    { refresh, refused }: Decision,
    ofBilling: string[],
  ): Promise<Decision> {
    const reservation = { requestId, corporationId, taxIds, ...(months !== undefined && { months }), origin };
    const reply = await this.peers.askOrUnknown('reprocess.reserve', reservation, { timeoutMs: this.settings.reserveTimeoutMs });
    if (reply === 'unknown') {
      const unavailable = ofBilling.map((taxId) => ({ taxId, refusal: { reason: 'billing_unavailable' as const } }));
      return { refresh, refused: [...refused, ...unavailable], mayHoldQuota: true };
    }
    const yes = reply.documents.flatMap((verdict) => (verdict.outcome === 'refresh' ? [verdict] : []));
    const no = reply.documents.flatMap((verdict) => (verdict.outcome === 'refused' ? [verdict] : []));
    return {
      refresh: yes.map(({ taxId, docType }) => ({ taxId, docType })),
      refused: no.map(({ taxId, refusal }) => ({ taxId, refusal })),
      mayHoldQuota: true,
    };
  }

  private async itemsOf(tx: Transaction, { requestId }: StartReprocess, { refresh, refused }: Decision): Promise<Item[]> {
    const items: Item[] = refused.map(({ taxId, refusal }) => ({
      requestId,
      taxId,
      state: refusal.reason === 'not_active' ? 'skipped' : 'failed',
      reason: refusal.reason,
      refusal,
      loadId: null,
      joins: false,
    }));
    // Locks loads in a fixed order, so that two requests for the same documents cannot deadlock.
    for (const [index, document] of [...refresh].sort((a, b) => (a.taxId < b.taxId ? -1 : 1)).entries()) {
      const choose = () => sourcesFor(document.docType);
      const loadId = await this.loads.openOrJoin(tx, document, { purpose: 'client', place: index + 1, choose });
      items.push({ requestId, taxId: document.taxId, state: 'loading', reason: null, refusal: null, loadId: loadId!, joins: false });
    }
    return items;
  }
}

/** One profile for each number. */
async function profilesOf(database: Database, { corporationId, taxIds }: StartReprocess): Promise<Map<string, Profile>> {
  const rows = await database.rows<Profile & { taxId: string }>(
    sql`SELECT DISTINCT ON (tax_id) tax_id, doc_type, mode, state, ends_on,
       state = 'active' AND NOT EXISTS (
         SELECT FROM billing.portfolio AS listed
         WHERE listed.corporation_id = access.corporation_id AND listed.tax_id = access.tax_id AND listed.doc_type = access.doc_type) AS is_over
     FROM billing.current_access AS access
     WHERE corporation_id = $1 AND tax_id = ANY($2)
     ORDER BY tax_id, ${firstOfNumber(sql`state`, sql`doc_type`)}`,
    [corporationId, taxIds],
  );
  return new Map(rows.map(({ taxId, ...profile }) => [taxId, profile]));
}
