import type { PayloadOf } from '@vigia/contracts';
import type { Claimed } from '../deliveries/claim-statement.js';
import type { WebhookDispatcherSettings } from '../settings.js';

export interface Trigger extends PayloadOf<'webhooks.trigger'> {
  triggerId: string;
  correlationId: string;
}

export interface Written {
  triggerId: string;
  /** Its event waits for a load. */
  loading: boolean;
  /** Not when it was accepted before, nor while another event of the same document waits, nor when nobody receives it. */
  isNew: boolean;
  hasReceivers: boolean;
  /** First attempts that are on record with it, for whoever wrote them down to make. */
  started: Claimed[];
}

export type WriteSettings = Pick<WebhookDispatcherSettings, 'loadWaitMs' | 'attemptsPerReceiver' | 'answerMs' | 'tokenMs'>;

/** What the database says of it. */
export type Verdict = Pick<Written, 'triggerId' | 'isNew' | 'hasReceivers'>;
