import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type DocType, type PayloadOf, VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Messages, Peers } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { CostlyCall } from '../idempotency/costly-call.js';
import type { WorkedOut } from '../idempotency/idempotent-calls.js';
import { DocumentLimit } from '../limits/document-limit.js';
import type { GatewaySettings } from '../settings.js';
import { noteOnMonths, type RequestItem, type RequestOutcome } from './domain/load-answer.js';

interface ItemRow extends RequestItem, Pick<RequestOutcome, 'activationFailed' | 'monthsIgnored'> {
  requestState: 'loading' | 'settling' | 'finished';
}

const lookAgainMs = 1_000;

/** Waits for the row of a request. A notice only makes it look sooner. */
@Injectable()
export class RequestWaiter implements OnModuleInit, BeforeApplicationShutdown {
  private readonly wake = new Map<string, () => void>();
  private stopping = false;
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly database: Database,
    private readonly messages: Messages,
  ) {}

  onModuleInit(): void {
    this.stopListening = this.messages.onNotice(({ id }) => this.wake.get(id)?.());
  }

  /** Clients that still wait are told to look later: the load continues without this replica. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
    this.stopListening?.();
    for (const wake of this.wake.values()) wake();
  }

  async isKnown(requestId: string): Promise<boolean> {
    return (await this.read(requestId)).items.length > 0;
  }

  async outcome(requestId: string, waitMs: number): Promise<RequestOutcome> {
    const until = performance.now() + waitMs;
    try {
      for (;;) {
        const noticed = this.nextLook(requestId, Math.min(lookAgainMs, until - performance.now()));
        const outcome = await this.read(requestId);
        if (outcome.finished || performance.now() >= until || this.stopping) return outcome;
        await noticed;
      }
    } finally {
      this.wake.delete(requestId);
    }
  }

  /** Starts listening before the row is read, so that it cannot miss a notice in between. */
  private nextLook(requestId: string, delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, delayMs));
      this.wake.set(requestId, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private async read(requestId: string): Promise<RequestOutcome> {
    const rows = await this.database.rows<ItemRow>(
      sql`SELECT request.state AS request_state, activation_failed, months_ignored, item.tax_id, item.state, item.reason, item.refusal
       FROM profiles.request_status AS request JOIN profiles.item_status AS item USING (request_id)
       WHERE request_id = $1 ORDER BY item.tax_id`,
      [requestId],
    );
    const items = rows.map(({ taxId, state, reason, refusal }) => ({ taxId, state, reason, refusal }));
    const { requestState, activationFailed = 0, monthsIgnored = null } = rows[0] ?? {};
    return { finished: requestState === 'finished', activationFailed, monthsIgnored, items };
  }
}

type Start = 'loads.start' | 'reprocess.start';
type Command<N extends Start> = Omit<PayloadOf<N>, 'noticeTo'>;
type LoadCommand = Command<'loads.start'>;

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
    private readonly limit: DocumentLimit,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  /** Starts the load or the forced update, and waits for it. */
  async outcome<N extends Start>(message: N, command: Command<N>): Promise<RequestOutcome> {
    await this.begin(message, command);
    return this.requestWaiter.outcome((command as Command<Start>).requestId, this.settings.loadWaitMs);
  }

  /** Starts the work, unless it was started before under the same id, which only a call with an idempotency key can repeat. */
  async begin<N extends Start>(message: N, command: Command<N>): Promise<void> {
    const { requestId, corporationId, taxIds, origin } = command as Command<Start>;
    if (origin?.idempotencyKey !== undefined && (await this.requestWaiter.isKnown(requestId))) return;
    await this.limit.take(corporationId, taxIds.length);
    await this.start(message, command);
  }

  private async start<N extends Start>(message: N, command: Command<N>): Promise<void> {
    const payload = { ...command, noticeTo: this.messages.address } as unknown as PayloadOf<N>;
    const reply = await this.peers.askOrUnknown(message, payload, { timeoutMs: this.settings.startTimeoutMs });
    // If the request was recorded and only the reply is missing, the client waits for it as usual.
    if (reply === 'unknown' && !(await this.requestWaiter.isKnown((command as Command<Start>).requestId)))
      throw VigiaError.of('unavailable');
  }
}
