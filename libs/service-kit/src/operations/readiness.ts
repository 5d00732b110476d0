import { Controller, Get, Res } from '@nestjs/common';
import { within } from '@vigia/messaging';
import type { FastifyReply } from 'fastify';
import { register } from 'prom-client';

export interface ReadinessCheck {
  name: string;
  check: () => Promise<unknown>;
  /** If this fails, the replica still serves much of what it is asked for: it stays ready, with a warning. */
  onlyWarns?: boolean;
}

const checkTimeoutMs = 2_000;

/** Whether this replica should get work now. A replica that shuts down first reports no, so that the load balancer sends it no more. */
export class Readiness {
  private stops = false;
  private readonly warnings = new Map<string, string>();

  constructor(private readonly checks: ReadinessCheck[]) {}

  stop(): void {
    this.stops = true;
  }

  get stopping(): boolean {
    return this.stops;
  }

  /** Shown beside the checks until it is withdrawn. The replica stays ready: without it the backlog would only grow. */
  warn(name: string, warning: string | undefined): void {
    if (warning === undefined) this.warnings.delete(name);
    else this.warnings.set(name, warning);
  }

  async report(): Promise<{ ready: boolean; checks: Record<string, string>; warnings?: Record<string, string> }> {
    const results = await Promise.all(
      this.checks.map(async ({ name, check, onlyWarns = false }) => ({ name, outcome: await outcomeOf(check), onlyWarns })),
    );
    if (this.stopping) results.push({ name: 'process', outcome: 'stopping', onlyWarns: false });
    const failing = results.filter(({ outcome }) => outcome !== 'ok');
    const warnings = new Map(this.warnings);
    for (const { name, onlyWarns } of failing) if (onlyWarns) warnings.set(name, 'requests that need it are refused');
    return {
      ready: failing.every(({ onlyWarns }) => onlyWarns),
      checks: Object.fromEntries(results.map(({ name, outcome }) => [name, outcome])),
      ...(warnings.size > 0 && { warnings: Object.fromEntries(warnings) }),
    };
  }
}

function outcomeOf(check: () => Promise<unknown>): Promise<string> {
  const outcome = check().then(
    () => 'ok',
    () => 'failing',
  );
  return within(outcome, checkTimeoutMs, () => new Error('late')).catch(() => 'no answer in time');
}

/** For the orchestrator and Prometheus. The load balancer hides `/metrics` from the public. */
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
