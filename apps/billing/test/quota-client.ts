import { randomUUID } from 'node:crypto';
import type { ContractKind, PayloadOf, Section } from '@vigia/contracts';
import { testOrigin } from '@vigia/testing';
import type { RunningBilling } from './running-billing.js';

export const ruc = (n: number) => `2099${String(n).padStart(7, '0')}`;
export const rucDocument = (taxId: string) => ({ docType: 'RUC' as const, taxId });

interface Terms {
  kind?: ContractKind;
  startsOn?: string;
  endsOn?: string;
  documentPriceCents?: number;
  excludedSections?: Section[];
}

/** A corporation with a contract of 2026, and the acts of a loader and an operator for it. */
export class QuotaClient {
  private readonly acceptedOn = new Map<string, string>();

  private constructor(
    readonly billing: RunningBilling,
    readonly corporationId: string,
    readonly contractId: string,
  ) {}

  static async of(billing: RunningBilling, quotaMonths: number, { kind = 'one_time', ...terms }: Terms = {}): Promise<QuotaClient> {
    const days = { startsOn: '2026-01-01', endsOn: '2026-12-31', ...terms };
    const corporationId = await billing.createContract(kind, randomUUID(), { quotaMonths, ...days });
    const { contracts } = await billing.ask('contracts.list', { corporationId });
    return new QuotaClient(billing, corporationId, contracts[0]!.contractId);
  }

  async quota() {
    const { contracts } = await this.billing.ask('contracts.list', { corporationId: this.corporationId });
    return contracts.find(({ contractId }) => contractId === this.contractId)!.quota!;
  }

  reservation(taxIds: string[], months?: number): PayloadOf<'quota.reserve'> {
    const { corporationId } = this;
    const requestId = randomUUID();
    this.acceptedOn.set(requestId, this.billing.today());
    return { requestId, corporationId, origin: testOrigin, docType: 'RUC', taxIds, ...(months !== undefined && { months }) };
  }

  /** The loader sends the day of acceptance with every settlement, whatever the plan. */
  settlement({ requestId, taxIds }: PayloadOf<'quota.reserve'>, loaded = true): PayloadOf<'access.settle'> {
    const documents = taxIds.map((taxId) => ({ ...rucDocument(taxId), loaded }));
    const acceptedOn = this.acceptedOn.get(requestId)!;
    return { requestId, corporationId: this.corporationId, origin: testOrigin, mode: 'monitoring', documents, acceptedOn };
  }

  async load(taxIds: string[], months?: number) {
    const reserved = this.reservation(taxIds, months);
    const reply = await this.billing.reserve(reserved);
    if (reply.outcome === 'refused') throw new Error(reply.refusal.reason);
    return this.billing.settle(this.settlement(reserved));
  }

  query(taxIds: string[]) {
    return this.billing.settle({ ...this.settlement(this.reservation(taxIds)), mode: 'query' });
  }

  adjust(months: number, revokeHolds = false) {
    const about = { commandId: randomUUID(), contractId: this.contractId, actor: 'test', reason: 'test' };
    return this.billing.ask('quota.adjust', { ...about, months, revokeHolds });
  }

  amend(endsOn: string) {
    const about = { commandId: randomUUID(), contractId: this.contractId, actor: 'test', reason: 'test' };
    return this.billing.ask('contracts.amend', { ...about, endsOn });
  }

  async forcedUpdate(taxIds: string[], months?: number, loaded = true) {
    const { corporationId } = this;
    const requestId = randomUUID();
    const request = { requestId, corporationId, origin: testOrigin, taxIds, ...(months !== undefined && { months }) };
    const { documents } = await this.billing.ask('reprocess.reserve', request);
    const refreshed = documents.flatMap((one) => (one.outcome === 'refresh' ? [{ docType: one.docType, taxId: one.taxId, loaded }] : []));
    const settled = await this.billing.reprocess({ requestId, corporationId, documents: refreshed });
    return { requestId, documents, ...settled };
  }

  activate(taxIds: string[], months?: number) {
    const { corporationId } = this;
    const documents = taxIds.map(rucDocument);
    return this.billing.ask('access.activate', {
      requestId: randomUUID(),
      corporationId,
      origin: testOrigin,
      documents,
      ...(months !== undefined && { months }),
    });
  }

  /** The last day of every access, in the order of the documents; null without an end. */
  async lastDays(): Promise<(string | null)[]> {
    const rows = await this.billing.database.query<{ day: string | null }>(
      `SELECT ((expires_at AT TIME ZONE 'America/Lima') - interval '1 day')::date::text AS day FROM billing.access
       WHERE corporation_id = $1 ORDER BY tax_id`,
      [this.corporationId],
    );
    return rows.map(({ day }) => day);
  }

  async drifts() {
    const { drifts } = await this.billing.ask('billing.verify', {});
    return drifts.filter(({ contractId }) => contractId === this.contractId);
  }
}
