import { ProxyTracerProvider, trace } from '@opentelemetry/api';

interface Flushing {
  forceFlush?(): Promise<void>;
}

const longestMs = 2_000;

/** Sends the spans that still wait to be sent: for the very end of a process. A collector that is away does not hold it up. */
export async function flushTraces(): Promise<void> {
  const provider = trace.getTracerProvider();
  const sdk = (provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider) as Flushing;
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, longestMs).unref();
  });
  await Promise.race([sdk.forceFlush?.().catch(() => {}), late]);
}
