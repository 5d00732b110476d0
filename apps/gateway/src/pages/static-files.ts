import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A handful of files that never change while the process runs: kept in memory, revalidated by content. */
export function serveText(
  fastify: FastifyInstance,
  url: string,
  contentType: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
  fastify.get(url, async (request, reply) => {
    void reply.headers({ ...headers, etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.header('content-type', contentType).send(body);
  });
}

export function serveFile(fastify: FastifyInstance, url: string, path: string, headers: Record<string, string> = {}): void {
  serveText(fastify, url, contentTypes[extname(path)] ?? 'application/octet-stream', readFileSync(path), headers);
}
