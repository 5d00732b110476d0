import { limaMinute } from '../../domain/lima-time.js';
import { whatIsNotMonitored } from './answer-for-many.js';
import { loadFailure } from './load-failure.js';
import type { RequestOutcome } from './request-outcome.js';

/** The access that a document has already, if it is active. */
export interface PortfolioEntry {
  mode: 'monitoring' | 'query';
  expiresAt: Date | null;
}

/** What a client that asked for one document is told. */
export function answerForOne(taxId: string, outcome: RequestOutcome, entry: PortfolioEntry | undefined) {
  const { finished, items, activationFailed } = outcome;
  const item = items.find((candidate) => candidate.taxId === taxId);
  if (!finished || !item) return { statusCode: 202, message: `profile ${taxId} is still loading; its summary will show the result` };
  if (item.state === 'loaded') return { statusCode: 200, message: `profile ${taxId} was processed${whatIsNotMonitored(activationFailed)}` };
  if (item.state === 'skipped') return { statusCode: 200, message: `profile ${taxId} is ${presence(entry)}; nothing was changed` };
  throw loadFailure(item);
}

function presence(entry: PortfolioEntry | undefined): string {
  if (!entry) return 'being loaded by an earlier call already';
  const { mode, expiresAt } = entry;
  const until = expiresAt ? `until ${limaMinute(expiresAt)} (Lima)` : 'without an end';
  return `already in your portfolio, in ${mode} ${until}`;
}
