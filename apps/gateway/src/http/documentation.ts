import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { buildDocument } from '../openapi/build-document.js';
import { buildDeliveriesDocument } from '../openapi/deliveries-document.js';
import { pageDocument } from '../openapi/page-document.js';
import { documentationLook } from './documentation-look.js';
import { serveFile, serveText, serveWritten } from './texts.js';

const firstCalls = [
  ['autenticacion/autenticacionObtenerTokenV1', '1. Get a token', 'with access key and secret; it lasts an hour'],
  ['perfiles/perfilesCargarV2', '2. Load a document', 'RUC, DNI or CE; all sources are asked at the same time'],
  ['perfiles/perfilesResumenV2', '3. Read the summary', 'every section with its state'],
  ['webhooks/webhookPerfilesResumenV2', '4. Receive webhooks', 'the same summary, signed, when it is ready'],
] as const;

const begin = firstCalls
  .map(([place, name, what]) => `<li><a href="/docs#/${place}">${name}</a><span>${what}</span></li>`)
  .join('\n          ');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Vigía API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/look.css" />
  </head>
  <body>
    <header class="site">
      <a class="brand" href="/">Vigía</a>
      <a href="/">Dashboard</a>
      <a href="/docs">API</a>
      <a href="/docs?panel">Panel API</a>
      <a href="/openapi.json">OpenAPI</a>
      <a href="/openapi-webhooks.json">Webhooks</a>
    </header>
    <section class="begin" aria-labelledby="begin">
        <h1 id="begin">From a key to a profile</h1>
        <p>An administrator makes the key in the dashboard. These four calls are all that a first integration needs.</p>
        <ol>
          ${begin}
        </ol>
      </section>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Swagger UI reads an address only at its start. Elements that it draws without a name or a level get one when they are drawn. */
const start = `SwaggerUIBundle({
  url: new URLSearchParams(location.search).has('panel') ? '/docs/panel.json' : '/docs/api.json', dom_id: '#reference', deepLinking: true, persistAuthorization: false, docExpansion: 'none', defaultModelsExpandDepth: -1,
});
addEventListener('click', ({ target }) => { if (target.closest('.begin a')) setTimeout(() => location.reload()); });
const names = { servers: 'Server', 'examples-select-element': 'Example', 'content-type': 'Content type' };
new MutationObserver(() => {
  for (const [selector, level] of [['h3.opblock-tag', 2], ['h4', 3], ['h5', 4]])
    for (const heading of document.querySelectorAll('#reference ' + selector + ':not([aria-level])')) heading.setAttribute('aria-level', level);
  for (const [selector, name] of [['.information-container', 'About'], ['.scheme-container', 'Server and authorization']]) {
    const part = document.querySelector(selector);
    part?.setAttribute('role', 'region');
    part?.setAttribute('aria-label', name);
  }
  for (const select of document.querySelectorAll('select:not([aria-label])'))
    select.setAttribute('aria-label', names[select.id] ?? names[select.className] ?? 'Choice');
}).observe(document.getElementById('reference'), { childList: true, subtree: true });`;

/** The only place where inline styles are allowed: the reference page brings its own. */
const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const isOfPanel = (path: string) => path.startsWith('/panel/');

export function serveDocumentation(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const ui = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const json = 'application/json; charset=utf-8';
  const part = (isOfPage: (path: string) => boolean) => (protocol: 'https' | 'http') =>
    JSON.stringify(pageDocument(buildDocument(app, protocol), isOfPage));
  serveWritten(fastify, '/openapi.json', json, (protocol) => JSON.stringify(buildDocument(app, protocol)));
  serveWritten(fastify, '/openapi-webhooks.json', json, () => JSON.stringify(buildDeliveriesDocument()));
  // A page that reads the whole document takes several times as long to render.
  serveWritten(
    fastify,
    '/docs/api.json',
    json,
    part((path) => !isOfPanel(path)),
  );
  serveWritten(fastify, '/docs/panel.json', json, part(isOfPanel));
  serveText(fastify, '/docs', 'text/html; charset=utf-8', page, {
    'content-security-policy': referencePolicy,
    'referrer-policy': 'no-referrer',
  });
  serveText(fastify, '/docs/start.js', 'text/javascript; charset=utf-8', start);
  serveText(fastify, '/docs/look.css', 'text/css; charset=utf-8', documentationLook);
  serveFile(fastify, '/docs/swagger-ui.css', `${ui}/swagger-ui.css`);
  serveFile(fastify, '/docs/swagger-ui-bundle.js', `${ui}/swagger-ui-bundle.js`);
}
