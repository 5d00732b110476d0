import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { register } from 'prom-client';
import { Readiness } from './readiness.js';

/** For the orchestrator and for Prometheus; the balancer does not let the public reach `/metrics`. */
@ApiExcludeController()
@Controller()
export class OperationsController {
  constructor(private readonly readiness: Readiness) {}

  @Get('health/live')
  live(): { status: string } {
    return { status: 'live' };
  }

  @Get('health/ready')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const report = await this.readiness.report();
    await reply.status(report.ready ? 200 : 503).send(report);
  }

  @Get('metrics')
  async metrics(@Res() reply: FastifyReply): Promise<void> {
    await reply.header('content-type', register.contentType).send(await register.metrics());
  }
}
