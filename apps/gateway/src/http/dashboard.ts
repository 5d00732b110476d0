import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveFile } from './texts.js';

/** A placeholder in the built page for the nonce of an answer. */
const placeholder = '__CSP_NONCE__';

/** An inline style or script, or one that a script adds, must carry the nonce of this answer. */
const policyFor = (nonce: string) =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; font-src 'self'; connect-src 'self'; ` +
  "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ofFiles = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  // The file name is derived from the content.
  'cache-control': 'public, max-age=31536000, immutable',
};

const notOfThePage = /^\/(?:(?:v1|v2|api|panel|docs|assets|health|metrics)(?:[/?]|$)|openapi[^/]*\.json)/;

/** A path that only the page knows, opened by a link or a reload. A program with a mistyped address gets 404. */
function isForThePage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !notOfThePage.test(url) && (headers.accept ?? '').includes('text/html');
}

/** Serves the built dashboard: one page at every path of its own, and the files that it names. */
export function serveDashboard(fastify: FastifyInstance, folder: string): void {
  const parts = readFileSync(join(folder, 'index.html'), 'utf8').split(placeholder);
  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({ 'content-security-policy': policyFor(nonce), 'referrer-policy': 'no-referrer' })
      .header('content-type', 'text/html; charset=utf-8')
      .send(parts.join(nonce));
  };
  fastify.get('/', async (_request, reply) => sendPage(reply));
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isForThePage(request)) return sendPage(reply);
  });
  for (const name of readdirSync(join(folder, 'assets'))) serveFile(fastify, `/assets/${name}`, join(folder, 'assets', name), ofFiles);
}
