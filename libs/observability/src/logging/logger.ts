import type { LoggerService } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { pino, type Logger } from 'pino';
import { BatchedLines } from './batched-lines.js';
import { LogFile } from './log-file.js';
import { framesOf, toldError } from './told-error.js';

const storage = new AsyncLocalStorage<string>();

/** The id that connects all work for one call, across all queues and services. */
export function currentCorrelationId(): string | undefined {
  return storage.getStore();
}

export function withCorrelationId<T>(id: string | undefined, work: () => T): T {
  return storage.run(id ?? randomUUID(), work);
}

const secretKeys = ['authorization', 'cookie', 'password', 'secret', 'accessSecret', 'token', 'accessToken', 'clientSecret', 'secretKey'];
const redact = { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' };

interface LoggerOptions {
  level?: string;
  /** A file to log to instead of standard output. */
  file?: string;
}

export function createLogger(service: string, { level = 'info', file }: LoggerOptions = {}): Logger {
  return pino(options(service, level), new BatchedLines(new LogFile(service, file)));
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

/** For a line without a text pino would use the error's message, which may quote input. */
function withTextOfItsOwn(this: Logger, line: Parameters<pino.LogFn>, method: pino.LogFn): void {
  const [fields, text] = line as unknown[];
  const isBare = text === undefined && (fields instanceof Error || (fields as { err?: unknown } | null)?.err instanceof Error);
  method.apply(this, isBare ? [fields, 'unexpected error'] : line);
}

export type { Logger };

/** The framework logs through the service's logger. Its own texts are kept; errors that it caught are reduced like all others. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug(...line(message, context));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn(...line(message, context));
  }

  error(message: unknown, ...context: unknown[]): void {
    this.logger.error(...line(message, context));
  }
}

function line(message: unknown, context: unknown[]): [fields: object, text: string] {
  return typeof message === 'string' ? [fields(context), message] : [{ ...fields(context), err: message }, 'the framework caught an error'];
}

function fields(context: unknown[]): { context?: unknown; stack?: string } {
  const [first, second] = context;
  return second === undefined ? { context: first } : { stack: framesOf(String(first)), context: second };
}
