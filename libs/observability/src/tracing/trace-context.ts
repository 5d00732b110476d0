import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';

/** The active span as a W3C `traceparent`, to be kept in a row and taken up again by whoever works on it later. */
export function currentTraceParent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Goes on with the trace that was kept in a row. Without tracing it only calls `work`. */
export function inTrace<T>(traceParent: string | null | undefined, spanName: string, work: () => Promise<T>): Promise<T> {
  const parent = traceParent ? propagation.extract(context.active(), { traceparent: traceParent }) : context.active();
  return trace.getTracer('vigia').startActiveSpan(spanName, {}, parent, async (span) => {
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
