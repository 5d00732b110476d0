import { trace } from '@opentelemetry/api';
import { pino, type Logger } from 'pino';
import { currentCorrelationId } from './correlation.js';

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
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin() {
      const correlationId = currentCorrelationId();
      const traceId = trace.getActiveSpan()?.spanContext().traceId;
      return { ...(correlationId && { correlationId }), ...(traceId && { traceId }) };
    },
  };
}

export type { Logger };
