import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';
import { framesOf } from './told-error.js';

/** Lets the framework log through the service's own logger. What it says itself is kept; of errors that it caught only what any error tells. */
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
