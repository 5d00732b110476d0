import { Inject, Injectable } from '@nestjs/common';
import { type FailureClass, PlainError } from '@vigia/contracts';
import {
  createHttpClient,
  OutboundError,
  type OutboundErrorKind,
  retryAfterMs,
  type Exchange,
  type HttpClient,
} from '@vigia/outbound-http';
import { SETTINGS } from '@vigia/service-kit';
import { outcomeOfAnswer, outcomeOfFault, type Outcome } from '../domain/outcome.js';
import { signatureOf, standardHeaders, type SecretKeys } from '../domain/signature.js';
import { guardOf, type WebhookDispatcherSettings } from '../settings.js';
import { AttemptToken, fetchToken, TokenError, type TokenRequest } from './access-token.js';
import { mask, reportedAnswer } from './reported-answer.js';

/** What the row of an attempt stores about it. */
export interface AttemptReport {
  outcome: Outcome;
  /** Masked. Empty if nothing was sent: no connection was open, or no token was there. */
  requestHeaders: { name: string; value: string }[];
  status?: number;
  remoteAddress?: string;
  tokenMs?: number;
  /** Number of fetched tokens: two if the receiver refused the first. */
  tokens: number;
  connectMs?: number;
  firstByteMs?: number;
  totalMs?: number;
  responseBody?: Buffer;
  responseTruncated?: boolean;
}

const shownValues = new Set([
  'content-type',
  'x-service-signature',
  'x-service-trigger-id',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);

/** Shows only values that we made ourselves and that are no credentials. */
export function maskedHeaders(headers: Record<string, string>): AttemptReport['requestHeaders'] {
  return Object.entries(headers).map(([name, value]) => ({ name, value: shownValues.has(name.toLowerCase()) ? value : mask }));
}

/** A configuration with its secrets opened, for the time of one attempt. */
export interface Receiver {
  url: string;
  secretKeys: SecretKeys;
  headers: Record<string, string>;
  standardHeaders: boolean;
  oauth: TokenRequest | null;
}

interface SignedMessage {
  /** Names the delivery in `webhook-id`: libraries of receivers drop repetitions with the same id. */
  id: string;
  triggerId: string;
  body: Buffer;
}

const limits = { method: 'POST', maxBodyBytes: 16 * 1024, readBody: 'within-deadline' } as const;
const unauthorized = 401;

export const mostPreflights = 4;

/** Whatever runs at once in this process: the attempts of both lanes, the first attempts of written events, and preflights. */
const exchangesAtOnce = ({ attemptsAtOnce }: WebhookDispatcherSettings) => 3 * attemptsAtOnce + mostPreflights;

/** This process stops in the middle of an attempt: what the receiver did is unknown. */
export class AttemptCutOff extends PlainError {}

@Injectable()
export class ReceiverClient {
  private readonly client: HttpClient;

  constructor(@Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings) {
    // Several configurations may share a host, so only the limit per configuration may apply.
    this.client = createHttpClient({
      guard: guardOf(settings),
      connectionsPerHost: exchangesAtOnce(settings),
      ...(settings.proxyUrl && { proxyUrl: settings.proxyUrl }),
    });
  }

  async send(receiver: Receiver, message: SignedMessage, signal: AbortSignal): Promise<AttemptReport> {
    const { keepsAnswers } = this.settings;
    const headers = signedHeaders(receiver, message);
    const requestHeaders = maskedHeaders(receiver.oauth ? { ...headers, Authorization: '' } : headers);
    const token = new AttemptToken(receiver.oauth, (request) => fetchToken(this.client, request, this.settings.tokenMs, signal));
    try {
      const answer = await this.answer(receiver.url, message.body, headers, token, signal);
      const outcome = outcomeOfAnswer(answer.status, retryAfterMs(answer));
      return {
        outcome,
        requestHeaders,
        tokens: token.asked,
        tokenMs: token.totalMs,
        ...reportedAnswer(answer, { keepsAnswers, secrets: secretsSentTo(receiver, token) }),
      };
    } catch (error) {
      if (signal.aborted || isAborted(error)) throw new AttemptCutOff();
      const remoteAddress = error instanceof OutboundError ? error.remoteAddress : undefined;
      // A second token is asked for after the receiver has refused the first.
      const mayHaveSent = remoteAddress !== undefined || token.asked > 1;
      return {
        outcome: outcomeOfError(error),
        requestHeaders: mayHaveSent ? requestHeaders : [],
        tokens: token.asked,
        tokenMs: token.totalMs,
        remoteAddress,
      };
    }
  }

  /** If a receiver refuses the token, it gets a fresh one once, within the rest of its time. */
  private async answer(
    url: string,
    body: Buffer,
    headers: Record<string, string>,
    token: AttemptToken,
    signal: AbortSignal,
  ): Promise<Exchange> {
    const { answerMs } = this.settings;
    const call = async (deadlineMs: number) => {
      const authorized = { ...headers, ...(await token.header()) };
      return this.client.exchange({ ...limits, url, headers: authorized, body, deadlineMs, signal });
    };
    const first = await call(answerMs);
    const leftMs = answerMs - first.timings.totalMs;
    return first.status === unauthorized && token.isUsed && leftMs > 0 ? call(leftMs) : first;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** The signature covers exactly the buffer that is written to the socket. */
function signedHeaders(
  { secretKeys, headers, standardHeaders: withStandard }: Receiver,
  { id, triggerId, body }: SignedMessage,
): Record<string, string> {
  return {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'X-Service-Signature': signatureOf(body, secretKeys[0]),
    'X-Service-Trigger-Id': triggerId,
    ...(withStandard && standardHeaders(body, { secretKeys, id, sentAt: new Date() })),
  };
}

/** A receiver that issues its tokens itself also has the client secret. */
function secretsSentTo({ headers, oauth }: Receiver, { issued }: AttemptToken): string[] {
  return [...Object.values(headers), ...issued, ...(oauth ? [oauth.clientSecret] : [])];
}

/** The client is closed: that says nothing about the receiver. */
function isAborted(error: unknown): boolean {
  return error instanceof OutboundError && error.kind === 'aborted';
}

const failureOfKind: Record<OutboundErrorKind, FailureClass> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  address_blocked: 'address_blocked',
  protocol: 'http',
  body_too_large: 'http',
  aborted: 'http',
};

export function outcomeOfError(error: unknown): Outcome {
  if (error instanceof TokenError) return outcomeOfFault('oauth', error.message);
  if (error instanceof OutboundError) return outcomeOfFault(failureOfKind[error.kind], error.message);
  throw error;
}
