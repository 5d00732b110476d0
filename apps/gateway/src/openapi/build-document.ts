import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { operationIdOf } from './operation-id.js';
import { summaryDelivery } from './summary-delivery.js';

const description = [
  'Risk and compliance profiles of Peruvian taxpayers.',
  'v1 is stable; v2 is beta and its contract may still change.',
  'Every path also exists under `/api`. Every error has the same three fields: `statusCode`, `error` and `message`.',
  'A `POST` that may cost takes an `Idempotency-Key`: repeated with the same key and body within 24 hours it happens once and gets the same answer.',
  'Fields that an endpoint does not name are refused. Calls with a token are limited per credential: every answer says in its `RateLimit-*` headers what is left.',
  'The section for foreign trade has the key `comercio_exterior`.',
].join('\n\n');

export function buildDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Vigía')
    .setDescription(description)
    .setVersion('2.0.0-beta')
    .addServer('/', 'as documented')
    .addServer('/api', 'the same paths behind a prefix')
    .addTag('autenticacion', 'access tokens')
    .addTag('perfiles', 'loading and reading profiles')
    .addTag('webhooks', 'summaries that are sent to you')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'access key and access secret' })
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .build();
  const document = SwaggerModule.createDocument(app, config);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const operation of [operations.get, operations.post]) {
      if (!operation) continue;
      operation.operationId = operationIdOf(path);
      if (path.startsWith('/v2/')) Object.assign(operation, { summary: `${operation.summary} (beta)`, 'x-beta': true });
    }
  }
  return Object.assign(document, { webhooks: { descargaResumenPerfil: summaryDelivery } });
}
