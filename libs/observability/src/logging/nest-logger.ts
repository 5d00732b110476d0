import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Lets the framework log through the service's own logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug(fields(context), text(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn(fields(context), text(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    this.logger.error({ ...fields(context), ...(message instanceof Error && { err: message }) }, text(message));
  }
}

function text(message: unknown): string {
  return message instanceof Error ? message.message : String(message);
}

function fields(context: unknown[]): { context?: unknown; stack?: unknown } {
  const [first, second] = context;
  return second === undefined ? { context: first } : { stack: first, context: second };
}
