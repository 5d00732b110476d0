import type { ReplyOf } from '@vigia/contracts';
import type { System } from '@vigia/testing';
import { askOperator, timeoutMs } from '../../src/clients/ask-operator.js';

/** What an operator's comparison of every entry with access and profile had to heal. */
export async function portfolioDrifts(system: System): Promise<ReplyOf<'portfolio.verify'>['drifts']> {
  const { corporations, drifts } = await askOperator(system, (messages) => messages.request('portfolio.verify', {}, { timeoutMs }));
  if (corporations === 0) throw new Error('there is no portfolio to compare');
  return drifts;
}
