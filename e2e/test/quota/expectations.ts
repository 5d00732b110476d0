import { expect } from '@jest/globals';
import type { Answer } from '@vigia/testing';
import type { Observed } from './observation.js';
import type { Scene } from './scene.js';
import { monthsBetween, type WorkedCase } from './worked-cases.js';

const reasons: Record<string, unknown> = {
  CONTRACT_NOT_ACTIVE: expect.stringMatching(/^no contract is active today: the (last one ended|next one begins) on 20/),
  QUOTA_INSUFFICIENT: expect.stringMatching(
    /^monitoring \d+ profiles? for \d+ months? takes \d+ months? of quota.*; \d+ (is|are) available: /,
  ),
  QUOTA_NOT_VERIFIABLE: 'the quota cannot be verified now, and nothing was loaded or charged; try again',
  MONITORING_EXPIRED: expect.stringMatching(/^the monitoring ended on 20\d\d-\d\d-\d\d; load the profile to monitor it again$/),
  NOT_ACTIVE: 'the profile is not active in your portfolio',
  LOAD_FAILED: 'no source could be read, and nothing was charged; try again later',
  INVALID_DOCUMENT: 'taxId is not a valid DNI',
};
const conflict = 409;

/** What a client makes of an answer: its status, and the results or, where there are none, the message. */
export function heard({ status, body }: Answer): { status: number; said: unknown } {
  return { status, said: body.results ?? body.data?.results ?? body.message };
}

export function expectedAnswer(scene: Scene): { status: number; said: unknown } {
  const { operation, contract, expected } = scene.worked;
  const { results } = expected;
  if (!results) return { status: 400, said: 'months must be a whole number from 1 to 12' };
  const errors = results.errors.map(({ taxId, code }) => ({ taxId: scene.own(taxId), reason: reasonOf(scene, code) }));
  if (operation.type !== 'load') return { status: 200, said: { ...results, errors } };
  if (errors[0]) return { status: conflict, said: errors[0].reason };
  const taxId = scene.own(operation.taxIds[0]!);
  const present = expect.stringContaining(`profile ${taxId} is already in your portfolio`);
  if (results.skipped > 0) return { status: 200, said: present };
  const ignored = contract.kind === 'monthly' && operation.months !== undefined && '; months has no effect under a monthly plan';
  return { status: 200, said: `profile ${taxId} was processed${ignored || ''}` };
}

function reasonOf({ worked: { now, contract } }: Scene, code: string): unknown {
  if (code === 'MONTHS_EXCEED_CONTRACT') {
    const fitting = monthsBetween(now, contract.endsOn!);
    const months = `${fitting} month${fitting === 1 ? '' : 's'}`;
    return expect.stringMatching(
      `^\\d+ months? do(es)? not fit the contract, which ends on ${contract.endsOn}; up to ${months} fits?, the current one included$`,
    );
  }
  return reasons[code] ?? code;
}

export function expectedState({ quotaAfter, profiles, ledger = [] }: WorkedCase['expected']): Observed {
  const ends = Object.entries(profiles).map(([taxId, { expiresOn, expiresAtUtc = expiresOn && expect.any(String), ...profile }]) => [
    taxId,
    { ...profile, expiresOn, expiresAtUtc },
  ]);
  return { quotaAfter, profiles: Object.fromEntries(ends) as Observed['profiles'], ledger };
}

/** Documents that no source may have been asked about. */
export function untouched({ operation, expected: { results } }: WorkedCase): string[] {
  if (!results || results.successful + results.failed === 0) return operation.taxIds;
  return results.errors.filter(({ code }) => code !== 'LOAD_FAILED').map(({ taxId }) => taxId);
}
