import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { type PanelError, VigiaError } from '@vigia/contracts';
import { isDatabaseAway, isHindered } from '@vigia/database';
import { BrokerUnavailableError } from '@vigia/messaging';
import { currentCorrelationId, type Logger } from '@vigia/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the request was answered with. */
    failure?: VigiaError;
  }
}

/** From its code a program tells errors apart, because bodies of v1 and v2 have none. */
export const errorCodeHeader = 'x-error-code';

export interface ErrorBody {
  statusCode: number;
  error: string;
  message: string;
}

const longestMessage = 500;

/** The one error shape: exactly these three fields, and the message is always one string. */
export function errorBody(statusCode: number, message: string): ErrorBody {
  const shortened = message.length > longestMessage ? `${beginningOf(message, longestMessage)}…` : message;
  return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message: shortened };
}

/** Many parsers refuse a body with half of a surrogate pair, so a cut leaves none behind. */
function beginningOf(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}

const longestParam = 200;

/** The answer to a call of this path. The panel also gets code and parameters, because a page builds its own sentences. */
export function errorAnswer({ code, params, status, message }: VigiaError, path: string): ErrorBody | PanelError {
  const body = errorBody(status, message);
  return path.startsWith('/panel/') ? ({ ...body, code, params: shown(params) } as PanelError) : body;
}

function shown(params: unknown): object {
  const others = Object.entries((params ?? {}) as Record<string, unknown>).filter(([name]) => name !== 'detail');
  return Object.fromEntries(others.map(([name, value]) => [name, typeof value === 'string' ? beginningOf(value, longestParam) : value]));
}

/** Our own faults become `internal`: only the correlation id leaves the process. The body limit is that of the call's route. */
export function toVigiaError(fault: unknown, correlationId: string, bodyLimitBytes = 0): VigiaError {
  if (fault instanceof VigiaError) return fault;
  const status = statusOf(fault);
  if (status === 404) return VigiaError.of('not_found');
  if (status === 413) return VigiaError.of('body_too_large', { limitBytes: bodyLimitBytes });
  if (status === 415) return VigiaError.of('media_type');
  if (status !== undefined && status >= 400 && status < 500) return VigiaError.of('bad_request', { detail: (fault as Error).message });
  return isOutage(fault) ? VigiaError.of('unavailable') : VigiaError.of('internal', { correlationId });
}

const outageSeconds = 5;

/** How long a client should wait before it retries; undefined if a retry would not help. */
export function retryAfterSeconds({ status, params }: VigiaError): number | undefined {
  if (status === 503) return outageSeconds;
  return status === 429 ? (params as { seconds: number }).seconds : undefined;
}

function statusOf(fault: unknown): number | undefined {
  if (fault instanceof HttpException) return fault.getStatus();
  const { statusCode } = (fault ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : undefined;
}

/**
 * The database or the broker is away, the database is full, or it ended a transaction because of other work: the same request may succeed
 * later.
 */
function isOutage(fault: unknown): boolean {
  return fault instanceof BrokerUnavailableError || isDatabaseAway(fault) || isHindered(fault);
}

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(fault: unknown, host: ArgumentsHost): void {
    // The transport maps the errors of messages.
    if (host.getType() !== 'http') throw fault;
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const error = toVigiaError(fault, currentCorrelationId() ?? randomUUID(), request.routeOptions.bodyLimit);
    request.failure = error;
    // A failure that the catalogue foresees, for example that no source could be read, is no fault of the service.
    if (fault instanceof VigiaError && error.status > 500) this.logger.warn({ code: error.code }, 'request could not be served');
    else if (error.status >= 500) this.logger.error({ err: fault }, 'request failed');
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const seconds = retryAfterSeconds(error);
    if (seconds !== undefined) void reply.header('retry-after', seconds);
    void reply.status(error.status).header(errorCodeHeader, error.code).send(errorAnswer(error, request.url));
  }
}
