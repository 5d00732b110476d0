import { VigiaError } from '@vigia/contracts';
import { QueryFailedError } from 'typeorm';

const exclusionViolation = '23P01';

/** Which contracts overlap, the database decides, also between two that are written at once. */
export async function refuseOverlap<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof QueryFailedError) || (error.driverError as { code?: string }).code !== exclusionViolation) throw error;
    throw VigiaError.of('conflict', { detail: 'the corporation already has a contract on some of these days' });
  }
}
