import { Inject, Injectable } from '@nestjs/common';
import type { Refusal, StartLoads } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { Peers } from '@vigia/messaging';
import { failpoint, type Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { logFinished } from '../closing/request-line.js';
import { settleRequest } from '../closing/settle-requests.js';
import { sourcesToAsk, type DatedStanding } from '../domain/source-standing.js';
import { Loads } from '../loads/loads.js';
import { RefreshSchedule } from '../loads/refresh-schedule.js';
import { RenewedSources, type Renewed } from '../registry/renewed-sources.js';
import type { ProfileLoaderSettings } from '../settings.js';
import { failureOfOwner, ownersOf, portfolioOf, type InPortfolio, type Owned } from './in-portfolio.js';
import { beginOf, insertAdmitted, writeRequest, type Begun, type BillingUnavailable, type Item } from './request-rows.js';

interface Admission {
  admitted: string[];
  /** The same corporation is already loading these: this request waits for the same loads, or ends as they did. */
  joining: Owned[];
  skipped: string[];
  refused: { taxId: string; refusal: Refusal | BillingUnavailable }[];
  /** Billing may have set quota aside for this request, so it must learn how the request ended. */
  mayHoldQuota: boolean;
}

const present = { state: 'skipped', reason: 'already_in_portfolio', refusal: null } as const;
const loaded = { state: 'loaded', reason: null, refusal: null } as const;

/** Decides which documents of a request are loaded, and writes the request, its items and their loads. */
@Injectable()
export class RequestIntake {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly loads: Loads,
    private readonly schedule: RefreshSchedule,
    private readonly renewed: RenewedSources,
    private readonly peers: Peers,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs once per request id, however often the message comes. */
  async accept(command: StartLoads): Promise<void> {
    const [begun, inPortfolio, renewed] = await Promise.all([
      beginOf(this.database, command),
      portfolioOf(this.database, command),
      this.renewed.since(),
    ]);
    if (begun.isAccepted) return;
    const admission = await this.decide(command, begun, inPortfolio);
    const { docType, mode } = command;
    const monthsIgnored = begun.kind === 'monthly' ? 'monthly_plan' : null;
    const { mayHoldQuota } = admission;
    const request = { docType, mode, state: 'loading', openItems: 0, acceptedOn: begun.today, monthsIgnored, mayHoldQuota } as const;
    await writeRequest(this.database, command, request, async (tx) => {
      const items = await this.itemsOf(tx, command, admission, renewed);
      insertAdmitted(tx, items, command, admission.admitted);
      await this.startWaiting(tx, command, items, admission);
      failpoint('loader.request-unwritten');
    });
  }

  /** Only monitoring under a one-time plan needs a reservation at billing. */
  private async decide(command: StartLoads, { kind, refusal }: Begun, inPortfolio: InPortfolio[]): Promise<Admission> {
    const joining = inPortfolio.filter(({ loading }) => loading);
    const skipped = inPortfolio.filter(({ loading }) => !loading).map(({ taxId }) => taxId);
    const candidates = command.taxIds.filter((taxId) => !inPortfolio.some((document) => document.taxId === taxId));
    const admit = (mayHoldQuota: boolean): Admission => ({ admitted: candidates, joining, skipped, refused: [], mayHoldQuota });
    const refuse = (refusal: Refusal | BillingUnavailable, mayHoldQuota: boolean): Admission => ({
      ...admit(mayHoldQuota),
      admitted: [],
      refused: candidates.map((taxId) => ({ taxId, refusal })),
    });
    if (candidates.length === 0) return admit(false);
    if (refusal) return refuse(refusal, false);
    if (kind === 'monthly' || command.mode === 'query') return admit(false);
    const verdict = await this.reserve(command);
    if (verdict === 'unknown') return refuse({ reason: 'billing_unavailable' }, true);
    if (verdict.outcome === 'refused') return refuse(verdict.refusal, false);
    const isPresent = (taxId: string) => verdict.present.includes(taxId);
    // Another request of the corporation has reserved these meanwhile: this request waits for the same loads.
    const reserved = candidates.filter(isPresent);
    const owned = reserved.length > 0 ? await ownersOf(this.database, command, reserved) : [];
    const abandoned = reserved.filter((taxId) => !owned.some((document) => document.taxId === taxId));
    return {
      admitted: command.taxIds.filter((taxId) => !isPresent(taxId)),
      joining: [...joining.filter(({ taxId }) => isPresent(taxId)), ...owned],
      skipped: skipped.filter(isPresent),
      refused: abandoned.map((taxId) => ({ taxId, refusal: { reason: 'billing_unavailable' } })),
      mayHoldQuota: true,
    };
  }

  /**
   * Names all documents, including those in the portfolio, for which billing sets nothing aside: a repeated command must ask for the same
   * ones, and may find a different portfolio.
   */
  private reserve({ requestId, corporationId, docType, taxIds, months, origin }: StartLoads) {
    const reservation = { requestId, corporationId, docType, taxIds, ...(months !== undefined && { months }), origin };
    return this.peers.askOrUnknown('quota.reserve', reservation, { timeoutMs: this.settings.reserveTimeoutMs });
  }

  private async itemsOf(
    tx: Transaction,
    command: StartLoads,
    { admitted, joining, skipped, refused }: Admission,
    renewed: Renewed,
  ): Promise<Item[]> {
    const { requestId } = command;
    const ended = { requestId, loadId: null, joins: false };
    const items: Item[] = [
      ...skipped.map((taxId) => ({ ...ended, taxId, ...present })),
      ...refused.map(({ taxId, refusal }) => ({ ...ended, taxId, state: 'failed' as const, reason: refusal.reason, refusal })),
    ];
    // Locks loads in a fixed order, so that two requests for the same documents cannot deadlock.
    for (const [index, taxId] of [...admitted, ...joining.map(({ taxId }) => taxId)].sort().entries()) {
      const joined = joining.find((document) => document.taxId === taxId);
      const joins = joined !== undefined;
      const failure = joined && (await failureOfOwner(tx, command.docType, joined));
      if (failure) {
        items.push({ ...ended, ...failure, taxId, state: 'failed', refusal: null });
        continue;
      }
      const loadId = await this.load(tx, command, { taxId, place: index + 1, renewed });
      items.push(
        loadId
          ? { requestId, taxId, state: 'loading', reason: null, refusal: null, loadId, joins }
          : { ...ended, taxId, ...(joins ? present : loaded) },
      );
    }
    return items;
  }

  /** Undefined if there is nothing to load: the platform's data is complete and recent enough. */
  private async load(
    tx: Transaction,
    { docType, mode }: StartLoads,
    { taxId, place, renewed }: { taxId: string; place: number; renewed: Renewed },
  ): Promise<string | undefined> {
    const document = { docType, taxId };
    const notBefore = new Date(Date.now() - this.settings.freshnessHours * 3_600_000);
    const choose = (standings: DatedStanding[]) => sourcesToAsk(docType, standings, notBefore, renewed);
    const loadId = await this.loads.openOrJoin(tx, document, { purpose: 'client', place, choose });
    if (!loadId && mode === 'monitoring') this.schedule.start(tx, document);
    return loadId;
  }

  private async startWaiting(tx: Transaction, command: StartLoads, items: Item[], { mayHoldQuota }: Admission): Promise<void> {
    const { requestId, corporationId, docType, mode } = command;
    const loading = items.filter(({ state }) => state === 'loading');
    const isLoaded = items.some(({ state }) => state === 'loaded');
    const state = loading.length > 0 ? 'loading' : isLoaded ? 'settling' : 'finished';
    tx.send(
      sql`UPDATE profiles.load_request SET open_items = $2, state = $3, finished_at = CASE WHEN $3 = 'finished' THEN now() END WHERE id = $1`,
      [requestId, loading.length, state],
    );
    if (state === 'finished') logFinished(tx, this.logger, requestId);
    // Without a load there is nothing to wait for, but billing may need to be told.
    if (loading.length === 0 && (isLoaded || mayHoldQuota)) await settleRequest(tx, this.outbox, requestId);
    if (mayHoldQuota || loading.length === 0) return;
    // Existing data can be read while the others are loaded.
    const own = items.filter(({ state, joins }) => state === 'loaded' || (state === 'loading' && !joins));
    const documents = own.map(({ taxId }) => ({ docType, taxId }));
    if (documents.length > 0) this.outbox.add(tx, 'access.open', { requestId, corporationId, mode, documents });
  }
}
