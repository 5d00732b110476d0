export type HandledOutcome = 'done' | 'rejected' | 'failed' | 'timed-out' | 'returned';

/** For metrics: what happened to one message or job. `rejected` is a handler's own, typed error. */
export type BrokerEvent =
  | { type: 'handled'; queue: string; name: string; outcome: HandledOutcome; durationMs: number }
  | { type: 'refused'; queue: string; name: string; reason: string }
  | { type: 'expired'; queue: string; name: string }
  | { type: 'replyUnknown'; queue: string; name: string };

export type Observe = (event: BrokerEvent) => void;
