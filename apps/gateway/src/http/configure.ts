import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { VigiaError } from '@vigia/contracts';
import { currentCorrelationId, withCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER, Readiness } from '@vigia/service-kit';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { serveDashboard } from './dashboard.js';
import { serveDocumentation } from './documentation.js';
import type { GatewaySettings } from '../settings.js';
import { originFormOf, refuseUnreadableTarget } from './domain/request-target.js';
import { boundUnreadAnswers } from '../limits/unread-answers.js';
import { Admission } from '../admission/admission.js';
import { useBodyLimits, useStrictBodyParser } from './body-parser.js';
import { hasRoute } from '../routes/route.js';
import { watchAnswers } from './access-log.js';
import { KnownRoutes, refuseAmbiguity, refuseBodyOfRead, refuseExpectation, takeUnmetExpectations } from './request-checks.js';
import { refuseOtherParameters, strictValidation } from './validation.js';

const growing = /^text\/(?:csv|event-stream)/;

export async function configureHttp(app: NestFastifyApplication, { dashboardDir }: GatewaySettings): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  // These lines consist of fields without secrets; searching each for secrets would cost more than writing it.
  const accessLog = app.get<Logger>(LOGGER).child({}, { redact: [] });
  const readiness = app.get(Readiness);
  const routes = new KnownRoutes();
  // Registered before any route, because it adds itself to each route. The body parser refuses compressed input.
  await fastify.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
  await fastify.register(cookie);
  routes.watch(fastify);
  // The answer to HEAD has the headers of the answer to GET (RFC 9110, 8.6 and 9.3.2). The framework takes its body away before it is
  // compressed, and adds the length 0 to a 304.
  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return;
    const [takeBodyAway = [], ...others] = [route.onSend ?? []].flat();
    route.onSend = [others, takeBodyAway, leaveOutLengthOf304].flat();
  });
  useBodyLimits(fastify);
  useStrictBodyParser(fastify);
  takeUnmetExpectations(fastify);
  fastify.addHook('onRequest', (_request, reply, done) => {
    withCorrelationId(randomUUID(), () => {
      void reply
        .header('x-correlation-id', currentCorrelationId())
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff');
      done();
    });
  });
  watchAnswers(fastify, accessLog);
  app.get(Admission).watch(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    refuseAmbiguity(request);
    refuseExpectation(request);
    refuseUnreadableTarget(originFormOf(request.originalUrl));
    if (request.is404) refuseMethod(routes, request, reply);
    else if (!hasRoute(request)) throw VigiaError.of('not_found');
    else refuseOtherParameters(request);
    refuseBodyOfRead(request);
    done();
  });
  boundUnreadAnswers(fastify);
  // A compressed stream that is read while it grows would wait until a block is full.
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (growing.test(String(reply.getHeader('content-type')))) request.headers['x-no-compression'] = '';
    // Otherwise the client would keep the connection open after its answer and delay the end of the process.
    if (readiness.stopping) void reply.header('connection', 'close');
    done();
  });
  app.useGlobalPipes(strictValidation);
  serveDocumentation(app);
  if (dashboardDir) serveDashboard(fastify, dashboardDir);
}

const leaveOutLengthOf304: onSendHookHandler = (_request, reply, _payload, done) => {
  if (reply.statusCode === 304) void reply.removeHeader('content-length');
  done();
};

function refuseMethod(routes: KnownRoutes, { url, headers }: FastifyRequest, reply: FastifyReply): void {
  // The method-override header is not supported, so this does not list the methods of the path.
  if (headers['x-http-method-override']) return;
  const allow = routes.methodsOf(url.split('?', 1)[0] ?? url).join(', ');
  if (!allow) return;
  void reply.header('allow', allow);
  throw VigiaError.of('method_not_allowed', { allow });
}
