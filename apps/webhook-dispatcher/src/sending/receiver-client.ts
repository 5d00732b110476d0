import { Inject, Injectable } from '@nestjs/common';
import { PlainError } from '@vigia/contracts';
import { createHttpClient, OutboundError, type Exchange, type HttpClient } from '@vigia/outbound-http';
import { SETTINGS } from '@vigia/service-kit';
import { outcomeOfAnswer, outcomeOfFault, type Outcome } from '../domain/outcome.js';
import { signatureOf, standardHeaders } from '../domain/signature.js';
import { guardOf, type WebhookDispatcherSettings } from '../settings.js';
import { maskedHeaders, reportedAnswer, type AttemptReport } from './attempt-report.js';
import { fetchToken, TokenError, type TokenRequest } from './fetch-token.js';
import { AttemptToken } from './attempt-token.js';

/** A configuration with its secrets open. It lives as long as one attempt. */
export interface Receiver {
  url: string;
  secretKey: string;
  headers: Record<string, string>;
  standardHeaders: boolean;
  oauth: TokenRequest | null;
}

export interface SignedMessage {
  triggerId: string;
  body: Buffer;
}

const limits = { method: 'POST', maxBodyBytes: 16 * 1024, readBody: 'within-deadline' } as const;
const unauthorized = 401;

/** Thrown when this process stops in the middle: nobody knows what the receiver did. */
export class AttemptCutOff extends PlainError {}

@Injectable()
export class ReceiverClient {
  private readonly client: HttpClient;

  constructor(@Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings) {
    // Receivers of several configurations may live at one host: the cap per configuration is the only one that holds.
    this.client = createHttpClient({
      guard: guardOf(settings),
      connectionsPerHost: 2 * settings.attemptsAtOnce,
      ...(settings.proxyUrl && { proxyUrl: settings.proxyUrl }),
    });
  }

  async send(receiver: Receiver, message: SignedMessage, signal: AbortSignal): Promise<AttemptReport> {
    const headers = signedHeaders(receiver, message);
    const requestHeaders = maskedHeaders(receiver.oauth ? { ...headers, Authorization: '' } : headers);
    const token = new AttemptToken(receiver.oauth, (request) => fetchToken(this.client, request, this.settings.tokenMs, signal));
    try {
      const answer = await this.answer(receiver.url, message.body, headers, token, signal);
      const outcome = outcomeOfAnswer(answer, new Date());
      return {
        outcome,
        requestHeaders,
        tokens: token.asked,
        tokenMs: token.totalMs,
        ...reportedAnswer(answer, this.settings.keepsAnswers),
      };
    } catch (error) {
      if (signal.aborted) throw new AttemptCutOff();
      return { outcome: outcomeOfError(error), requestHeaders, tokens: token.asked, tokenMs: token.totalMs };
    }
  }

  /** A receiver that refuses the token gets a fresh one, once, in what is left of its time. */
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

/** The signature is over the buffer that is written to the socket, and over nothing else. */
function signedHeaders(
  { secretKey, headers, standardHeaders: withStandard }: Receiver,
  { triggerId, body }: SignedMessage,
): Record<string, string> {
  return {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'X-Service-Signature': signatureOf(body, secretKey),
    'X-Service-Trigger-Id': triggerId,
    ...(withStandard && standardHeaders(body, { secretKey, id: triggerId, sentAt: new Date() })),
  };
}

function outcomeOfError(error: unknown): Outcome {
  if (error instanceof TokenError) return outcomeOfFault({ kind: 'oauth', message: error.message });
  if (error instanceof OutboundError) return outcomeOfFault(error);
  throw error;
}
