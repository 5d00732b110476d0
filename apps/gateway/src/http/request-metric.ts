import type { FastifyReply, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';

const answered = new Histogram({
  name: 'vigia_http_request_seconds',
  help: 'Time from a request to the end of its answer, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.01, 0.05, 0.2, 1, 5, 30],
});

export function measureAnswer({ method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
  answered.observe({ method, route: routeOptions.url ?? '(none)', status: statusCode }, elapsedTime / 1000);
}
