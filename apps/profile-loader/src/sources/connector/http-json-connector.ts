import type { Document, SourceName } from '@vigia/contracts';
import { OutboundError, type HttpClient } from '@vigia/outbound-http';
import type { SourceAnswer } from '../../domain/source-answer.js';
import type { HttpProvider } from '../providers/provider.js';
import { questionUrl } from '../providers/question-url.js';
import { failed, readExchange } from './read-exchange.js';
import type { SourceConnector } from './source-connector.js';

const mostBodyBytes = 4 * 1024 * 1024;

/** Any provider that answers a GET with JSON; how it is asked and read is configuration. */
export class HttpJsonConnector implements SourceConnector {
  constructor(
    private readonly client: HttpClient,
    private readonly source: SourceName,
    private readonly provider: HttpProvider,
  ) {}

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const url = questionUrl(this.provider.url, this.source, document);
    if (!url) return { outcome: 'not_contracted' };
    try {
      const exchange = await this.client.exchange({
        method: 'GET',
        url,
        headers: this.provider.headers,
        deadlineMs: this.provider.timeoutMs,
        maxBodyBytes: mostBodyBytes,
        signal,
      });
      return await readExchange(exchange, this.provider);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { kind, message: detail } = error;
      if (kind === 'timeout' || kind === 'aborted') return failed('timeout', { detail });
      return failed(kind === 'body_too_large' ? 'malformed' : 'unreachable', { detail });
    }
  }
}
