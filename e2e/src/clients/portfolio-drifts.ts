import type { ReplyOf } from '@vigia/contracts';
import { askOperator, timeoutMs, type Asked } from './ask-operator.js';

/** What an operator's comparison of every entry with access and profile had to heal. */
export async function portfolioDrifts(system: Asked): Promise<ReplyOf<'portfolio.verify'>['drifts']> {
  const { corporations, drifts } = await askOperator(system, (messages) => messages.request('portfolio.verify', {}, { timeoutMs }));
  if (corporations === 0) throw new Error('there is no portfolio to compare');
  return drifts;
}
