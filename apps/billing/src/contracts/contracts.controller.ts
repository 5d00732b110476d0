import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { type Contract, dayRule, isDay, isSection, type PayloadOf, type ReplyOf, VigiaError } from '@vigia/contracts';
import { Database, isDeadlock, sql, StatementError, type Transaction } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { Handles } from '@vigia/messaging';
import { AccountLines } from '../ledger/account-lines.js';
import { balancesJson } from '../ledger/account.js';
import { adjustQuota, amendContract } from './amendments.js';
import { createContract } from './create-contract.js';

const exclusionViolation = '23P01';

@Controller()
export class ContractsController {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly lines: AccountLines,
  ) {}

  @Handles('contracts.create')
  async create(asked: PayloadOf<'contracts.create'>): Promise<Contract> {
    const { corporationId, startsOn, endsOn } = asked;
    for (const [name, day] of Object.entries({ startsOn, endsOn })) mustBeDay(name, day);
    if (startsOn > endsOn) throw VigiaError.of('bad_request', { detail: 'a contract ends on the day on which it starts, or later' });
    const contractId = randomUUID();
    return this.lines.turn(corporationId, () => this.change(contractId, (tx) => createContract(tx, { contractId, ...asked })));
  }

  @Handles('contracts.amend')
  async amend(amendment: PayloadOf<'contracts.amend'>): Promise<Contract> {
    mustBeDay('endsOn', amendment.endsOn);
    return this.changeInTurn(amendment.contractId, (tx) => amendContract(tx, this.outbox, amendment));
  }

  @Handles('contracts.list')
  async list({ corporationId }: PayloadOf<'contracts.list'>): Promise<ReplyOf<'contracts.list'>> {
    return { contracts: await this.database.transaction((tx) => readContracts(tx, 'corporation_id = $1', corporationId)) };
  }

  @Handles('quota.adjust')
  adjust(adjustment: PayloadOf<'quota.adjust'>): Promise<Contract> {
    return this.changeInTurn(adjustment.contractId, (tx) => adjustQuota(tx, adjustment));
  }

  /** Waits for the account like any other work of its corporation. */
  private async changeInTurn(contractId: string, work: (tx: Transaction) => Promise<void>): Promise<Contract> {
    const [owner] = await this.database.rows<{ corporationId: string }>(sql`SELECT corporation_id FROM billing.contract WHERE id = $1`, [
      contractId,
    ]);
    if (!owner) throw VigiaError.of('not_found');
    return this.lines.turn(owner.corporationId, () => this.change(contractId, work));
  }

  private change(contractId: string, work: (tx: Transaction) => Promise<void>): Promise<Contract> {
    return refuseOverlap(() =>
      this.database.transaction(async (tx) => {
        await work(tx);
        const [contract] = await readContracts(tx, 'contract.id = $1', contractId);
        if (!contract) throw VigiaError.of('not_found');
        return contract;
      }),
    );
  }
}

function mustBeDay(name: string, day: string): void {
  if (!isDay(day)) throw VigiaError.of('bad_request', { detail: `${name} must be ${dayRule}` });
}

/** The database decides which contracts overlap, even if two are written at the same time. */
async function refuseOverlap<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    // Two contracts that are written at once may wait for each other until PostgreSQL ends one transaction. Repeated, it finds the other one.
    if (isDeadlock(error)) return refuseOverlap(work);
    if (error.sqlState !== exclusionViolation) throw error;
    throw VigiaError.of('contract_overlap');
  }
}

/** A repeated amendment may have changed nothing. */
const endChanges = sql`(
  SELECT coalesce(json_agg(json_build_object('changedOn', as_of, 'from', outcome->>'from', 'to', outcome->>'to', 'reason', plan->>'reason')
    ORDER BY created_at), '[]')
  FROM billing.quota_command AS command
  WHERE command.contract_id = contract.id AND command.kind = 'adjust' AND outcome->>'to' <> outcome->>'from')`;

type ContractRow = Omit<Contract, 'excludedSections'> & {
  /** Also those that only a later release has. */
  excludedSections: string[];
};

async function readContracts(tx: Transaction, where: 'corporation_id = $1' | 'contract.id = $1', id: string): Promise<Contract[]> {
  const rows = await tx.rows<ContractRow>(
    sql`SELECT contract.id AS contract_id, corporation_id, kind, starts_on, ends_on,
       quota_months, excluded_sections, document_price_cents,
       CASE WHEN head_seq IS NOT NULL THEN ${balancesJson} END AS quota,
       CASE WHEN starts_on > public.lima_today() THEN 'ahead' WHEN ends_on >= public.lima_today() THEN 'in_force' ELSE 'ended' END AS phase,
       ${endChanges} AS end_changes
     FROM billing.contract LEFT JOIN billing.quota_account ON contract_id = contract.id WHERE ${where} ORDER BY starts_on`,
    [id],
  );
  return rows.map(({ excludedSections, ...contract }) => ({ ...contract, excludedSections: excludedSections.filter(isSection) }));
}
