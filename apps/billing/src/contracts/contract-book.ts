import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { VigiaError, type Contract, type PayloadOf, type Section } from '@vigia/contracts';
import { ContractRow, type Transaction } from '@vigia/database';
import { DataSource, QueryFailedError } from 'typeorm';
import { isDay, type Day } from '../domain/lima-day.js';

export type ContractInForce = Pick<ContractRow, 'kind' | 'endsOn' | 'excludedSections'>;

const exclusionViolation = '23P01';

@Injectable()
export class ContractBook {
  constructor(private readonly database: DataSource) {}

  async create(contract: PayloadOf<'contracts.create'>): Promise<Contract> {
    const { startsOn, endsOn } = contract;
    if (!isDay(startsOn) || !isDay(endsOn) || startsOn > endsOn) {
      throw VigiaError.of('bad_request', { detail: 'a contract starts on a day and ends on the same or a later one' });
    }
    const row = { id: randomUUID(), excludedSections: [], ...contract };
    try {
      await this.database.getRepository(ContractRow).insert(row);
    } catch (error) {
      if (!(error instanceof QueryFailedError) || (error.driverError as { code?: string }).code !== exclusionViolation) throw error;
      throw VigiaError.of('conflict', { detail: 'the corporation already has a contract on some of these days' });
    }
    return toContract(row);
  }

  async of(corporationId: string): Promise<Contract[]> {
    const rows = await this.database.getRepository(ContractRow).find({ where: { corporationId }, order: { startsOn: 'ASC' } });
    return rows.map(toContract);
  }

  /** The contract in force on a day; contracts of one corporation never overlap. */
  async inForce(tx: Transaction, corporationId: string, day: Day): Promise<ContractInForce | undefined> {
    const [contract] = await tx.query<ContractInForce>(
      `SELECT kind, ends_on AS "endsOn", excluded_sections AS "excludedSections" FROM billing.contract WHERE corporation_id = $1 AND $2::date BETWEEN starts_on AND ends_on`,
      [corporationId, day],
    );
    return contract;
  }
}

function toContract({
  id,
  corporationId,
  kind,
  startsOn,
  endsOn,
  quotaMonths,
  excludedSections,
}: Omit<ContractRow, 'createdAt'>): Contract {
  return { contractId: id, corporationId, kind, startsOn, endsOn, quotaMonths, excludedSections: excludedSections as Section[] };
}
