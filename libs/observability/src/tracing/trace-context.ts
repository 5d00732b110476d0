import { context, propagation, ProxyTracerProvider, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('vigia');
/** What the API returns if no provider is set. */
const nobody = new ProxyTracerProvider().getDelegate();

const providerOf = () => {
  const provider = trace.getTracerProvider();
  return provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider;
};

/** Whether a provider takes spans. If not, making them would still cost 5% of a load's time. */
export const isTraced = () => providerOf() !== nobody;

/** The active span as a W3C `traceparent`. It is kept in a row, and a worker continues it later. */
export function currentTraceParent(): string | undefined {
  if (!isTraced()) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Continues the trace that was kept in a row. Without tracing it only calls `work`. */
export function inTrace<T>(traceParent: string | null | undefined, spanName: string, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  const parent = traceParent ? propagation.extract(context.active(), { traceparent: traceParent }) : context.active();
  return tracer.startActiveSpan(spanName, {}, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

interface Flushing {
  forceFlush?(): Promise<void>;
}

const longestMs = 2_000;

/** Sends the remaining spans when a process ends. The process does not wait for an unavailable collector. */
export async function flushTraces(): Promise<void> {
  const sdk = providerOf() as Flushing;
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, longestMs).unref();
  });
  await Promise.race([sdk.forceFlush?.().catch(() => {}), late]);
}
