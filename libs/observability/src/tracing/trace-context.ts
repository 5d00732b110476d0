import { context, propagation, ProxyTracerProvider, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('vigia');
/** What stands in for a provider where none is set. */
const nobody = new ProxyTracerProvider().getDelegate();

const providerOf = () => {
  const provider = trace.getTracerProvider();
  return provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider;
};

/** Whether anybody takes spans. Where nobody does, making them would still cost a twentieth of a load. */
export const isTraced = () => providerOf() !== nobody;

/** The active span as a W3C `traceparent`. It is kept in a row, and a worker goes on with it later. */
export function currentTraceParent(): string | undefined {
  if (!isTraced()) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Goes on with the trace that was kept in a row. Without tracing it only calls `work`. */
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

/** Sends the remaining spans at the end of a process, which does not wait for a collector that is away. */
export async function flushTraces(): Promise<void> {
  const sdk = providerOf() as Flushing;
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, longestMs).unref();
  });
  await Promise.race([sdk.forceFlush?.().catch(() => {}), late]);
}
