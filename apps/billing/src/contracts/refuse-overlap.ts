import { VigiaError } from '@vigia/contracts';
import { StatementError } from '@vigia/database';

const exclusionViolation = '23P01';

/** Which contracts overlap, the database decides, also between two that are written at once. */
export async function refuseOverlap<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StatementError) || error.sqlState !== exclusionViolation) throw error;
    throw VigiaError.of('conflict', { detail: 'the corporation already has a contract on some of these days' });
  }
}
