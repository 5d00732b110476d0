import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Span {
  service: string;
  name: string;
  traceId: string;
  parentSpanId: string;
  /** All that was sent of it. */
  text: string;
}

export interface TraceCollector {
  url: string;
  spans: Span[];
  /** Everything that was sent elsewhere than where traces go. */
  strayed: string[];
  close(): Promise<void>;
}

interface TraceExport {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { name: string; traceId: string; parentSpanId?: string }[] }[];
  }[];
}

/** Receives traces as OTLP over HTTP in JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: Span[] = [];
  const strayed: string[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url === '/v1/traces') spans.push(...spansOf(body as TraceExport));
      else strayed.push(String(request.url));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    strayed,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function spansOf({ resourceSpans }: TraceExport): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({ ...span, service, parentSpanId: span.parentSpanId ?? '', text: JSON.stringify(span) })),
    );
  });
}
