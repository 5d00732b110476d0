import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { describeAnswerHeaders } from './answer-headers.js';
import { sessionScheme } from './api-call.js';
import { describeCallers, sessionCookies } from './callers.js';
import { describeParameterExamples } from './parameter-examples.js';
import { describeLinks } from './links.js';
import { summaryDelivery } from './summary-schema.js';

/**
 * `/v2/perfiles/{taxId}/resumen` becomes `perfilesResumenV2`, and a PATCH of `/panel/v1/users/{userId}` `panelUsersPatchV1`: paths of
 * the panel may have several methods.
 */
export function operationIdOf(method: string, path: string): string {
  const segments = path.split('/').filter((segment) => segment && !segment.startsWith('{'));
  const [version = '', ...rest] = segments[0] === 'panel' ? [segments[1], 'panel', ...segments.slice(2), method] : segments;
  return [...rest.join('-').split('-'), version].map((word, i) => (i === 0 ? word : capitalised(word))).join('');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const description = [
  'Risk and compliance profiles of Peruvian taxpayers.',
  'v1 is stable; v2 is beta and its contract may still change.',
  'Every path of v1 and v2 also exists under `/api`. Every error has the same three fields: `statusCode`, `error` and `message`.',
  'A `POST` that may cost takes an `Idempotency-Key`: repeated with the same key and body within 24 hours it happens once and gets the same answer.',
  'A day is written YYYY-MM-DD and lies between 1900 and 2200; an instant is written as in RFC 3339, with its zone.',
  'Text must not contain a NUL or half of a surrogate pair.',
  'Fields that an endpoint does not name are refused. Calls with a token are limited per credential: every answer says in its `RateLimit-*` headers what is left.',
  'The section for foreign trade has the key `comercio_exterior`.',
].join('\n\n');

/** The document as it holds for callers who come by TLS, or without. */
export function buildDocument(app: INestApplication, protocol: 'https' | 'http'): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Vigía')
    .setDescription(description)
    .setVersion('2.0.0-beta')
    .addServer('/', 'as documented')
    .addServer('/api', 'the same paths behind a prefix')
    .addTag('autenticacion', 'access tokens')
    .addTag('perfiles', 'loading and reading profiles')
    .addTag('cuota', 'contracts, monitoring-months and charges, and what a call would cost')
    .addTag('webhooks', 'summaries that are sent to you')
    .addTag('panel: sessions', 'people who sign in; what changes something must come from a page of this site')
    .addTag('panel: users', 'who may sign in, for administrators')
    .addTag('panel: webhooks', 'settings and history of webhooks; members read, administrators change')
    .addTag('panel: audit', 'who did what')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'access key and access secret' })
    .addCookieAuth(
      sessionCookies[protocol],
      { type: 'apiKey', in: 'cookie', description: 'the session of a person; `__Host-vigia` over TLS, `vigia` without' },
      sessionScheme,
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .build();
  const document = SwaggerModule.createDocument(app, config, { autoTagControllers: false });
  for (const [path, operations] of Object.entries(document.paths)) {
    // The prefix is for clients of the API.
    if (path.startsWith('/panel/')) operations.servers = [{ url: '/' }];
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = operations[method];
      if (!operation) continue;
      operation.operationId = operationIdOf(method, path);
      if (path.startsWith('/v2/')) Object.assign(operation, { summary: `${operation.summary} (beta)`, 'x-beta': true });
    }
  }
  describeAnswerHeaders(document);
  describeCallers(document);
  describeLinks(document);
  describeParameterExamples(document);
  return Object.assign(document, { webhooks: { descargaResumenPerfil: summaryDelivery } });
}
