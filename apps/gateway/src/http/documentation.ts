import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { buildDocument } from '../openapi/build-document.js';
import { buildDeliveriesDocument } from '../openapi/deliveries-document.js';
import { serveFile, serveText, serveWritten } from './texts.js';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Vigía API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, persistAuthorization: false });`;

/** The one place where styles may be inline: the reference page brings its own. */
const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export function serveDocumentation(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const ui = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  serveWritten(fastify, '/openapi.json', 'application/json; charset=utf-8', (protocol) => JSON.stringify(buildDocument(app, protocol)));
  serveWritten(fastify, '/openapi-webhooks.json', 'application/json; charset=utf-8', () => JSON.stringify(buildDeliveriesDocument()));
  serveText(fastify, '/docs', 'text/html; charset=utf-8', page, { 'content-security-policy': referencePolicy });
  serveText(fastify, '/docs/start.js', 'text/javascript; charset=utf-8', start);
  serveFile(fastify, '/docs/swagger-ui.css', `${ui}/swagger-ui.css`);
  serveFile(fastify, '/docs/swagger-ui-bundle.js', `${ui}/swagger-ui-bundle.js`);
}
