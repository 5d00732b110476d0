import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

const description = [
  'Risk and compliance profiles of Peruvian taxpayers.',
  'v1 is stable; v2 is beta and its contract may still change.',
  'Every path also exists under `/api`. Every error has the same three fields: `statusCode`, `error` and `message`.',
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
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'access key and access secret' })
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .build();
  return SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method, version) => [controller.replace(/Controller$/, ''), method, version].filter(Boolean).join('_'),
  });
}
