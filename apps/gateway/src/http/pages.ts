import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { buildDocument } from '../openapi/build-document.js';
import { buildDeliveriesDocument } from '../openapi/deliveries-document.js';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

type Protocol = FastifyRequest['protocol'];

interface Text {
  body: string | Buffer;
  etag: string;
}

/** A handful of files that never change while the process runs: kept in memory, revalidated by content. */
function serveText(
  fastify: FastifyInstance,
  url: string,
  contentType: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  const text = withEtag(body);
  serve(fastify, url, contentType, () => text, headers);
}

/** A text that takes long to write is written when the first client asks for it: the first of each protocol. */
function serveWritten(fastify: FastifyInstance, url: string, contentType: string, write: (protocol: Protocol) => string): void {
  const texts: Partial<Record<Protocol, Text>> = {};
  serve(fastify, url, contentType, ({ protocol }) => (texts[protocol] ??= withEtag(write(protocol))));
}

function withEtag(body: string | Buffer): Text {
  return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"` };
}

function serve(
  fastify: FastifyInstance,
  url: string,
  contentType: string,
  read: (request: FastifyRequest) => Text,
  headers: Record<string, string> = {},
): void {
  fastify.get(url, async (request, reply) => {
    const { body, etag } = read(request);
    void reply.headers({ ...headers, etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.header('content-type', contentType).send(body);
  });
}

function serveFile(fastify: FastifyInstance, url: string, path: string, headers: Record<string, string> = {}): void {
  serveText(fastify, url, contentTypes[extname(path)] ?? 'application/octet-stream', readFileSync(path), headers);
}

const dashboardPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The built dashboard: one page and the files that it names. */
export function serveDashboard(fastify: FastifyInstance, folder: string): void {
  const headers = { 'content-security-policy': dashboardPolicy, 'referrer-policy': 'no-referrer' };
  serveFile(fastify, '/', join(folder, 'index.html'), headers);
  for (const name of readdirSync(join(folder, 'assets'))) serveFile(fastify, `/assets/${name}`, join(folder, 'assets', name), headers);
}

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
