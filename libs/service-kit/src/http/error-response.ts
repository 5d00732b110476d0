import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { isOutage } from './outage.js';

export interface ErrorBody {
  statusCode: number;
  error: string;
  message: string;
}

const longestMessage = 500;

/** The one error shape: exactly these three fields, and the message is always one string. */
export function errorBody(statusCode: number, message: string): ErrorBody {
  const shortened = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
  return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message: shortened };
}

/** Faults of ours become `internal`: nothing about them leaves the process but the correlation id. */
export function toVigiaError(fault: unknown, correlationId: string): VigiaError {
  if (fault instanceof VigiaError) return fault;
  const status = statusOf(fault);
  if (status === 404) return VigiaError.of('not_found');
  if (status === 413) return VigiaError.of('body_too_large');
  if (status === 415) return VigiaError.of('media_type');
  if (status !== undefined && status >= 400 && status < 500) return VigiaError.of('bad_request', { detail: (fault as Error).message });
  return isOutage(fault) ? VigiaError.of('unavailable') : VigiaError.of('internal', { correlationId });
}

const outageSeconds = 5;

/** What a client is asked to wait before it tries again; undefined where trying again would not help. */
export function retryAfterSeconds({ status, params }: VigiaError): number | undefined {
  if (status === 503) return outageSeconds;
  return status === 429 ? (params as { seconds: number }).seconds : undefined;
}

function statusOf(fault: unknown): number | undefined {
  if (fault instanceof HttpException) return fault.getStatus();
  const { statusCode } = (fault ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : undefined;
}
