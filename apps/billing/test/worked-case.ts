import { randomUUID } from 'node:crypto';
import { isValidDocument, limaDay } from '@vigia/contracts';
import { calendarMonths } from '../src/domain/month-grid.js';
import type { RunningBilling } from './running-billing.js';

interface ExpectedProfile {
  mode: 'monitoring' | 'query' | 'expired' | 'none';
  expiresOn?: string;
  expiresAtUtc?: string;
  queryUntil?: string;
}

interface Results {
  successful: number;
  failed: number;
  skipped: number;
  errors: { taxId: string; code: string }[];
  monitoringActivationFailed?: number;
}

export interface WorkedCase {
  id: string;
  title: string;
  now: string;
  contract: { kind: 'monthly' | 'one_time'; startsOn: string; endsOn: string | null };
  quotaBefore: number;
  state?: Record<string, { mode: 'monitoring' | 'query' | 'expired_at_once'; startedOn?: string; lastMonth?: string; queryUntil?: string }>;
  platformKnown?: string[];
  operation: { type: string; taxIds: string[]; isMonitoring?: boolean; months?: number };
  faults?: { quotaDropBetween?: number; loadFails?: string[]; billingDown?: boolean };
  expected: {
    results?: Results;
    requestError?: string;
    quotaAfter: number;
    profiles: Record<string, ExpectedProfile>;
    documentCharges?: number;
    ledger?: { taxId: string; refunded: number; deducted: number }[];
  };
}

/** Plays the part of the loader. A document of a case is one of its own, since charges are for the whole platform. */
export class CaseRun {
  private readonly requestId = randomUUID();
  private corporationId = '';
  private contractId = '';

  constructor(
    private readonly billing: RunningBilling,
    private readonly worked: WorkedCase,
    private readonly number: number,
  ) {}

  operate(): Promise<Results> {
    return this.worked.operation.type === 'forced_update' ? this.forcedUpdate(this.requestId) : this.load(this.requestId);
  }

  /** What there is now, in the form of what was expected. */
  async observe(): Promise<Omit<WorkedCase['expected'], 'results'>> {
    const { profiles, ledger } = this.worked.expected;
    const observed = await Promise.all(Object.keys(profiles).map(async (taxId) => [taxId, await this.profile(taxId)] as const));
    const moves = (ledger ?? []).map(async ({ taxId }) => ({
      taxId,
      refunded: await this.moved(taxId, 'return'),
      deducted: await this.moved(taxId, 'deduct'),
    }));
    return {
      quotaAfter: (await this.quota())?.available ?? 0,
      profiles: Object.fromEntries(observed),
      documentCharges: await this.charges(),
      ledger: await Promise.all(moves),
    };
  }

  private own(taxId: string): string {
    return taxId.length === 8 ? `9${String(this.number).padStart(3, '0')}${taxId.slice(4)}` : taxId;
  }

  private async quota() {
    const { contracts } = await this.billing.ask('contracts.list', { corporationId: this.corporationId });
    return contracts[0]!.quota;
  }

  async setUp(): Promise<void> {
    const { contract, quotaBefore, state = {}, platformKnown = [] } = this.worked;
    const states = Object.entries(state);
    const spent = states.reduce((sum, [, { startedOn, lastMonth }]) => sum + monthsOf(startedOn, lastMonth), 0);
    const terms = { ...contract, endsOn: contract.endsOn ?? '2099-12-31', quotaMonths: quotaBefore + spent };
    this.corporationId = await this.billing.createContract(contract.kind, randomUUID(), terms);
    this.contractId = (await this.billing.ask('contracts.list', { corporationId: this.corporationId })).contracts[0]!.contractId;
    for (const [taxId, { mode, startedOn, lastMonth, queryUntil }] of states) {
      if (mode === 'query') await this.billing.itIs(new Date(Date.parse(queryUntil!) - 48 * 3_600_000).toISOString());
      else await this.billing.itIs(`${startedOn ?? this.worked.now.slice(0, 10)}T17:00:00Z`);
      const months = monthsOf(startedOn, lastMonth) || undefined;
      await this.loaded(randomUUID(), [taxId], { mode: mode === 'query' ? 'query' : 'monitoring', months }, mode === 'expired_at_once');
    }
    const unknown = platformKnown.filter((taxId) => !(taxId in state));
    const other = await this.billing.createContract('monthly');
    const documents = unknown.map((taxId) => ({ docType: 'DNI' as const, taxId: this.own(taxId), loaded: true }));
    await this.billing.settle({ requestId: randomUUID(), corporationId: other, mode: 'query', documents });
    await this.billing.itIs(this.worked.now);
  }

  private async loaded(
    requestId: string,
    taxIds: string[],
    { mode, months }: { mode: 'monitoring' | 'query'; months?: number | undefined },
    loseQuota = false,
  ): Promise<void> {
    const { corporationId } = this;
    const own = taxIds.map((taxId) => this.own(taxId));
    if (mode === 'monitoring' && this.worked.contract.kind === 'one_time') {
      const reservation = { requestId, corporationId, docType: 'DNI' as const, taxIds: own, ...(months !== undefined && { months }) };
      await this.billing.reserve(reservation);
    }
    const all = (await this.quota())?.granted ?? 0;
    if (loseQuota) await this.adjust(-all);
    await this.billing.settle({ requestId, corporationId, mode, documents: own.map((taxId) => ({ docType: 'DNI', taxId, loaded: true })) });
    if (loseQuota) await this.adjust(all);
  }

  private async adjust(months: number): Promise<void> {
    const about = { commandId: randomUUID(), contractId: this.contractId, actor: 'test', reason: 'test' };
    await this.billing.ask('quota.adjust', { ...about, months, revokeHolds: true });
  }

  private async load(requestId: string): Promise<Results> {
    const { corporationId } = this;
    const { operation, faults = {}, contract } = this.worked;
    const { isMonitoring = true, months } = operation;
    const taxIds = [...new Set(operation.taxIds)];
    const valid = taxIds.filter((taxId) => isValidDocument('DNI', taxId));
    const errors = taxIds.filter((taxId) => !valid.includes(taxId)).map((taxId) => ({ taxId, code: 'INVALID_DOCUMENT' }));
    const own = new Map(valid.map((taxId) => [this.own(taxId), taxId]));
    if (isMonitoring && contract.kind === 'one_time') {
      const asked = { requestId, corporationId, docType: 'DNI' as const, taxIds: [...own.keys()], ...(months !== undefined && { months }) };
      const reply = await this.billing.reserve(asked);
      if (reply.outcome === 'refused') {
        const code = reply.refusal.reason.toUpperCase();
        return { successful: 0, failed: taxIds.length, skipped: 0, errors: [...errors, ...valid.map((taxId) => ({ taxId, code }))] };
      }
      for (const present of reply.present) own.delete(present);
    }
    if (faults.quotaDropBetween) await this.adjust(-faults.quotaDropBetween);
    const documents = [...own].map(([taxId, given]) => ({ docType: 'DNI' as const, taxId, loaded: !faults.loadFails?.includes(given) }));
    const settled = await this.billing.settle({ requestId, corporationId, mode: isMonitoring ? 'monitoring' : 'query', documents });
    const failed = documents.filter(({ loaded }) => !loaded).map(({ taxId }) => ({ taxId: own.get(taxId)!, code: 'LOAD_FAILED' }));
    const skipped = valid.length - own.size + settled.present.length;
    const { activationFailed } = settled;
    return {
      successful: valid.length - skipped - failed.length,
      failed: failed.length + errors.length,
      skipped,
      errors: [...errors, ...failed],
      ...(activationFailed > 0 && { monitoringActivationFailed: activationFailed }),
    };
  }

  private async forcedUpdate(requestId: string): Promise<Results> {
    const { corporationId } = this;
    const { operation, faults = {} } = this.worked;
    const given = new Map(operation.taxIds.map((taxId) => [this.own(taxId), taxId]));
    const asked = { requestId, corporationId, taxIds: operation.taxIds.map((taxId) => this.own(taxId)) };
    const { documents } = await this.billing.ask('reprocess.reserve', {
      ...asked,
      ...(operation.months !== undefined && { months: operation.months }),
    });
    const refreshed = documents.flatMap((verdict) => (verdict.outcome === 'refresh' ? [verdict] : []));
    const settlement = refreshed.map(({ docType, taxId }) => ({ docType, taxId, loaded: !faults.loadFails?.includes(given.get(taxId)!) }));
    const { refused } = await this.billing.reprocess({ requestId, corporationId, documents: settlement });
    const problems = [
      ...documents.flatMap((verdict) =>
        verdict.outcome === 'refused' ? [{ taxId: verdict.taxId, code: verdict.refusal.reason.toUpperCase() }] : [],
      ),
      ...refused.map(({ taxId, refusal }) => ({ taxId, code: refusal.reason.toUpperCase() })),
      ...settlement.filter(({ loaded }) => !loaded).map(({ taxId }) => ({ taxId, code: 'LOAD_FAILED' })),
    ];
    const skipped = problems.filter(({ code }) => code === 'NOT_ACTIVE').length;
    const errors = problems.map(({ taxId, code }) => ({ taxId: given.get(taxId)!, code }));
    return { successful: given.size - problems.length, failed: problems.length - skipped, skipped, errors };
  }

  private async profile(taxId: string): Promise<ExpectedProfile> {
    const [access] = await this.billing.database.query<{ mode: 'monitoring' | 'query'; endsAt: Date | null; over: boolean }>(
      `SELECT mode, expires_at AS "endsAt", state = 'expired' OR coalesce(expires_at <= $3, false) AS over FROM billing.access
       WHERE corporation_id = $1 AND tax_id = $2 AND state IN ('active', 'expired')`,
      [this.corporationId, this.own(taxId), this.worked.now],
    );
    if (!access) return { mode: 'none' };
    if (access.over) return { mode: 'expired' };
    const { mode, endsAt } = access;
    if (!endsAt) return { mode };
    // To the minute: the clock of a case goes on while it runs.
    const minute = `${endsAt.toISOString().slice(0, 16)}:00Z`;
    if (mode === 'query') return { mode, queryUntil: minute };
    return { mode, expiresOn: limaDay(new Date(endsAt.getTime() - 1)), expiresAtUtc: minute };
  }

  private async charges(): Promise<number> {
    return (await this.billing.database.query('SELECT 1 FROM billing.platform_document WHERE request_id = $1', [this.requestId])).length;
  }

  private async moved(taxId: string, kind: string): Promise<number> {
    const entries = await this.billing.database.query<{ months: number }>(
      'SELECT months FROM billing.quota_entry WHERE command_id = $1 AND tax_id = $2 AND kind = $3',
      [this.requestId, this.own(taxId), kind],
    );
    return entries.reduce((sum, { months }) => sum + months, 0);
  }
}

function monthsOf(startedOn?: string, lastMonth?: string): number {
  return startedOn && lastMonth ? calendarMonths.index(`${lastMonth}-01`) - calendarMonths.index(startedOn) + 1 : 0;
}
