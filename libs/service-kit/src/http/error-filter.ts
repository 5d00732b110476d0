import { randomUUID } from 'node:crypto';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { currentCorrelationId, type Logger } from '@vigia/observability';
import type { FastifyReply } from 'fastify';
import { errorBody, retryAfterSeconds, toVigiaError } from './error-response.js';

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(fault: unknown, host: ArgumentsHost): void {
    // Messages map their errors themselves: see the transport.
    if (host.getType() !== 'http') throw fault;
    const error = toVigiaError(fault, currentCorrelationId() ?? randomUUID());
    if (error.status >= 500) this.logger.error({ err: fault }, 'request failed');
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const seconds = retryAfterSeconds(error);
    if (seconds !== undefined) void reply.header('retry-after', seconds);
    void reply.status(error.status).send(errorBody(error.status, error.message));
  }
}
