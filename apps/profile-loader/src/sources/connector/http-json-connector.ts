import { setTimeout as delay } from 'node:timers/promises';
import { type Document, limaDay, type SourceName } from '@vigia/contracts';
import { OutboundError, type Exchange, type HttpClient } from '@vigia/outbound-http';
import { failed, type SourceAnswer, type SourceConnector } from '../../domain/source-answer.js';
import type { Circumstances } from '../providers/expressions.js';
import type { HttpProvider } from '../providers/http-provider.js';
import { asksByRuc, pollingQuestion, questionAbout, rucOf, type Question } from '../providers/question.js';
import { emptyAt, parseJson, readExchange } from './read-exchange.js';

const mostBodyBytes = 4 * 1024 * 1024;

/** Asks a provider that answers with JSON. Its configuration says how to ask it and how to read its answer. */
export class HttpJsonConnector implements SourceConnector {
  constructor(
    private readonly client: HttpClient,
    private readonly source: SourceName,
    private readonly provider: HttpProvider,
  ) {}

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const question = questionAbout(this.provider, this.source, document);
    if (!question) return { outcome: 'not_contracted' };
    const asked = { source: this.source, ...document, ruc: rucOf(document) ?? null };
    const endsAt = performance.now() + this.provider.timeoutMs;
    try {
      const exchange = await this.exchange(question, endsAt, signal);
      const fetched = this.provider.poll && exchange.status < 300 ? await this.poll(exchange, asked, endsAt, signal) : exchange;
      if ('outcome' in fetched) return fetched;
      const answer = await readExchange(fetched, this.provider, asked);
      return answer.outcome === 'unknown_taxpayer' && this.mayLackRuc(document) ? emptyAt(fetched.status) : answer;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { kind, message: detail } = error;
      if (kind === 'timeout' || kind === 'aborted') return failed('timeout', { detail });
      return failed(kind === 'body_too_large' ? 'malformed' : 'unreachable', { detail });
    }
  }

  /** A person without a RUC pays no taxes and is no unknown number: nothing is registered. */
  private mayLackRuc({ docType }: Document): boolean {
    return this.source === 'identificacion' && docType === 'DNI' && asksByRuc(this.provider);
  }

  private exchange(question: Question, endsAt: number, signal: AbortSignal): Promise<Exchange> {
    const deadlineMs = Math.max(1, Math.ceil(endsAt - performance.now()));
    return this.client.exchange({ ...question, deadlineMs, maxBodyBytes: mostBodyBytes, signal });
  }

  /** The provider took the question under a ticket: fetches the answer until it is there, or the time is over. */
  private async poll(
    taken: Exchange,
    asked: Circumstances['asked'],
    endsAt: number,
    signal: AbortSignal,
  ): Promise<Exchange | SourceAnswer> {
    const { ticket, url, ready, everyMs } = this.provider.poll!;
    const evaluate = (expression: typeof ticket, { status, body }: Exchange) =>
      expression.evaluate(parseJson(body), { asked, today: limaDay(new Date()), status }).catch(() => undefined);
    const number = await evaluate(ticket, taken);
    if (typeof number !== 'string' && typeof number !== 'number') return failed('malformed', { detail: 'no ticket' });
    const question = pollingQuestion(url, String(number), this.provider);
    while (performance.now() + everyMs < endsAt && !signal.aborted) {
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
      const answer = await this.exchange(question, endsAt, signal).catch(undefinedWhenLate);
      if (!answer) break;
      if (answer.status >= 300 || (await evaluate(ready, answer)) === true) return answer;
    }
    return failed('timeout', { detail: 'what was submitted is not ready' });
  }
}

/** Every question about a ticket ends when the total time is over, so a late one has no timeout of its own to report. */
function undefinedWhenLate(error: unknown): undefined {
  if (!(error instanceof OutboundError) || error.kind !== 'timeout') throw error;
}
