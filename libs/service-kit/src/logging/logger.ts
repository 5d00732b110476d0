import { trace } from '@opentelemetry/api';
import { pino, type Logger } from 'pino';
import { currentCorrelationId } from './correlation.js';

const secretKeys = ['authorization', 'cookie', 'password', 'secret', 'accessSecret', 'token', 'accessToken', 'clientSecret', 'secretKey'];
const redact = { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' };

export function createLogger(service: string, level = 'info'): Logger {
  return pino({
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
  });
}

export type { Logger };
