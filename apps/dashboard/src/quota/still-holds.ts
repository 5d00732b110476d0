import type { AnswerTo } from '#gateway/operations.ts';
import type { Contract } from './contract.ts';

type Notice = AnswerTo<'GET /panel/v1/quota/alerts'>['alerts'][number];

/** Whether a notice about a level of the quota is still true: months may have come back. Billing counts held months as left, too. */
export function stillHolds({ kind }: Pick<Notice, 'kind'>, quota: Contract['quota']): boolean {
  const level = /^quota_(\d+)$/.exec(kind)?.[1];
  return level === undefined || quota === null || (quota.available + quota.held) * 100 <= Number(level) * quota.granted;
}
