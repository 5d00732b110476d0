import type { Document, SourceName } from '@vigia/contracts';
import { OutboundError, type HttpClient } from '@vigia/outbound-http';
import type { SourceAnswer } from '../../domain/source-answer.js';
import type { SourceConnector } from './source-connector.js';
import { failed, readExchange } from './read-exchange.js';

const mostBodyBytes = 4 * 1024 * 1024;

/** A provider that answers `GET <base>/sources/<source>/<docType>/<taxId>` with JSON. */
export class HttpJsonConnector implements SourceConnector {
  constructor(
    private readonly client: HttpClient,
    private readonly source: SourceName,
    private readonly baseUrl: string,
    private readonly deadlineMs: number,
  ) {}

  async ask({ docType, taxId }: Document, signal: AbortSignal): Promise<SourceAnswer> {
    try {
      const exchange = await this.client.exchange({
        method: 'GET',
        url: `${this.baseUrl}/sources/${this.source}/${docType}/${taxId}`,
        deadlineMs: this.deadlineMs,
        maxBodyBytes: mostBodyBytes,
        signal,
      });
      return readExchange(exchange);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.kind === 'timeout' || error.kind === 'aborted') return failed('timeout');
      return failed(error.kind === 'body_too_large' ? 'malformed' : 'unreachable');
    }
  }
}
