import { trace } from '@opentelemetry/api';
import { pino, type Logger } from 'pino';
import { currentCorrelationId } from './correlation.js';
import { toldError } from './told-error.js';

const secretKeys = ['authorization', 'cookie', 'password', 'secret', 'accessSecret', 'token', 'accessToken', 'clientSecret', 'secretKey'];
const redact = { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' };

export interface LoggerOptions {
  level?: string;
  /** Instead of standard output. */
  file?: string;
}

export function createLogger(service: string, { level = 'info', file }: LoggerOptions = {}): Logger {
  const destination = pino.destination({ dest: file ?? 1, append: true, mkdir: true, sync: file === undefined });
  return pino(options(service, level), destination);
}

function options(service: string, level: string): pino.LoggerOptions {
  return {
    level,
    redact,
    serializers: { err: toldError },
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { logMethod: withTextOfItsOwn },
    mixin() {
      const correlationId = currentCorrelationId();
      const traceId = trace.getActiveSpan()?.spanContext().traceId;
      return { ...(correlationId && { correlationId }), ...(traceId && { traceId }) };
    },
  };
}

/** Pino takes the text of an error for a line that has none. */
function withTextOfItsOwn(this: Logger, line: Parameters<pino.LogFn>, method: pino.LogFn): void {
  const [fields, text] = line as unknown[];
  const isBare = text === undefined && (fields instanceof Error || (fields as { err?: unknown } | null)?.err instanceof Error);
  method.apply(this, isBare ? [fields, 'unexpected error'] : line);
}

export type { Logger };
