import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { VigiaError, type Contract, type PayloadOf } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { isDay } from '../domain/lima-day.js';
import { newAccount } from '../ledger/account.js';
import { balancesJson } from '../ledger/balances-json.js';
import { adjustQuota } from './adjust-quota.js';
import { amendContract } from './amend-contract.js';
import { refuseOverlap } from './refuse-overlap.js';

type NewContract = PayloadOf<'contracts.create'>;

@Injectable()
export class ContractBook {
  constructor(private readonly database: Database) {}

  async create({ excludedSections = [], documentPriceCents = 0, ...contract }: NewContract): Promise<Contract> {
    const { startsOn, endsOn, kind, quotaMonths } = contract;
    if (!isDay(startsOn) || !isDay(endsOn) || startsOn > endsOn) {
      throw VigiaError.of('bad_request', { detail: 'a contract starts on a day and ends on the same or a later one' });
    }
    const row = { id: randomUUID(), excludedSections, documentPriceCents, ...contract };
    return refuseOverlap(() =>
      this.database.transaction(async (tx) => {
        tx.send(
          sql`INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months, excluded_sections, document_price_cents)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [row.id, row.corporationId, kind, startsOn, endsOn, quotaMonths, excludedSections, documentPriceCents],
        );
        if (kind === 'monthly') return this.read(tx, row.id);
        const account = newAccount({ ...row, contractId: row.id });
        account.post({ kind: 'grant', months: quotaMonths, rule: 'contract', commandId: row.id, actor: 'operator' });
        await account.save(tx);
        return this.read(tx, row.id);
      }),
    );
  }

  async amend(amendment: PayloadOf<'contracts.amend'>): Promise<Contract> {
    if (!isDay(amendment.endsOn)) throw VigiaError.of('bad_request', { detail: 'a contract ends on a day of the calendar' });
    return refuseOverlap(() =>
      this.database.transaction(async (tx) => {
        await amendContract(tx, amendment);
        return this.read(tx, amendment.contractId);
      }),
    );
  }

  adjust(adjustment: PayloadOf<'quota.adjust'>): Promise<Contract> {
    return this.database.transaction(async (tx) => {
      await adjustQuota(tx, adjustment);
      return this.read(tx, adjustment.contractId);
    });
  }

  of(corporationId: string): Promise<Contract[]> {
    return this.database.transaction((tx) => readContracts(tx, 'corporation_id = $1', corporationId));
  }

  private async read(tx: Transaction, contractId: string): Promise<Contract> {
    const [contract] = await readContracts(tx, 'contract.id = $1', contractId);
    if (!contract) throw VigiaError.of('not_found');
    return contract;
  }
}

function readContracts(tx: Transaction, where: 'corporation_id = $1' | 'contract.id = $1', id: string): Promise<Contract[]> {
  return tx.rows<Contract>(
    sql`SELECT contract.id AS contract_id, corporation_id, kind, starts_on, ends_on,
       quota_months, excluded_sections, document_price_cents,
       CASE WHEN head_seq IS NOT NULL
         THEN ${balancesJson} END AS quota,
       CASE WHEN starts_on > public.lima_today() THEN 'ahead' WHEN ends_on >= public.lima_today() THEN 'in_force' ELSE 'ended' END AS phase
     FROM billing.contract LEFT JOIN billing.quota_account ON contract_id = contract.id WHERE ${where} ORDER BY starts_on`,
    [id],
  );
}
