import type { Logger } from '@vigia/observability';

const silenceMs = 10_000;

/** An outage makes every connection report several times a second; one line per text and ten seconds says as much. */
export function troubleReporter(logger: Logger): (error: Error) => void {
  const saidAt = new Map<string, number>();
  return (error) => {
    const now = Date.now();
    if (now - (saidAt.get(error.message) ?? 0) < silenceMs) {
      return;
    }
    for (const [text, at] of saidAt) {
      if (now - at >= silenceMs) {
        saidAt.delete(text);
      }
    }
    saidAt.set(error.message, now);
    logger.warn({ err: error }, 'broker trouble');
  };
}
