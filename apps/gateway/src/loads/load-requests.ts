import { Inject, Injectable } from '@nestjs/common';
import { type DocType, type PayloadOf, VigiaError } from '@vigia/contracts';
import { Messages, Peers } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { CostlyCall } from '../idempotency/costly-call.js';
import type { WorkedOut } from '../idempotency/idempotent-calls.js';
import { DocumentLimit } from '../limits/document-limit.js';
import type { GatewaySettings } from '../settings.js';
import { noteOnMonths, type RequestOutcome, withAccesses } from './domain/load-answer.js';
import { EarlierAccesses } from './earlier-accesses.js';
import { RequestWaiter } from './request-waiter.js';

type LoadCommand = Omit<PayloadOf<'loads.start'>, 'noticeTo'>;
type UpdateCommand = Omit<PayloadOf<'reprocess.start'>, 'noticeTo'>;
type Start = [message: 'loads.start', command: LoadCommand] | [message: 'reprocess.start', command: UpdateCommand];

/** The fields of every load body in addition to the documents. */
interface AskedLoad {
  docType: DocType;
  isMonitoring?: boolean;
  months?: number;
}

export function commandOf({ corporationId, origin }: CostlyCall, requestId: string, taxIds: string[], asked: AskedLoad): LoadCommand {
  const { docType, isMonitoring = true, months } = asked;
  const request = { requestId, corporationId, taxIds, origin, docType };
  if (!isMonitoring) return { ...request, mode: 'query' };
  return { ...request, mode: 'monitoring', ...(months !== undefined && { months }) };
}

interface Said {
  statusCode: number;
  message: string;
}

/** The answer to a load, with a note about months that had no effect. */
export function workedOut({ isMonitoring = true, months }: Partial<AskedLoad>, outcome: RequestOutcome, said: Said): WorkedOut {
  const note = !isMonitoring && months !== undefined ? '; months has no effect on a query' : noteOnMonths(outcome);
  const text = JSON.stringify({ ...said, message: `${said.message}${note}` });
  return { status: said.statusCode, text, isKept: said.statusCode !== 202 };
}

@Injectable()
export class LoadRequests {
  constructor(
    private readonly messages: Messages,
    private readonly peers: Peers,
    private readonly requestWaiter: RequestWaiter,
    private readonly earlierAccesses: EarlierAccesses,
    private readonly limit: DocumentLimit,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  /** Starts the load or the forced update, and waits for it. */
  async outcome(...start: Start): Promise<RequestOutcome> {
    await this.begin(...start);
    const [, { requestId }] = start;
    return this.requestWaiter.outcome(requestId, this.settings.loadWaitMs);
  }

  /** The outcome of a load, which also waits for earlier calls that are loading some of its documents. */
  async outcomeOfLoad(command: LoadCommand): Promise<RequestOutcome> {
    const until = performance.now() + this.settings.loadWaitMs;
    const outcome = await this.outcome('loads.start', command);
    const taxIds = outcome.items.filter(({ state }) => state === 'skipped').map(({ taxId }) => taxId);
    if (taxIds.length === 0) return outcome;
    const { corporationId, docType } = command;
    return withAccesses(outcome, await this.earlierAccesses.whenLoaded({ corporationId, docType, taxIds }, until - performance.now()));
  }

  /** Starts the work, unless it was started before under the same id, which only a call with an idempotency key can repeat. */
  async begin(...[message, command]: Start): Promise<void> {
    const { requestId, corporationId, taxIds, origin } = command;
    if (origin.idempotencyKey !== undefined && (await this.requestWaiter.isKnown(requestId))) return;
    await this.limit.take(corporationId, taxIds.length);
    const payload = { ...command, noticeTo: this.messages.address };
    const reply = await this.peers.askOrUnknown(message, payload, { timeoutMs: this.settings.startTimeoutMs });
    // If the request was recorded and only the reply is missing, the client waits for it as usual.
    if (reply === 'unknown' && !(await this.requestWaiter.isKnown(requestId))) throw VigiaError.of('unavailable');
  }
}
