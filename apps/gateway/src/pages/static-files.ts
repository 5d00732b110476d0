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

interface Text {
  body: string | Buffer;
  etag: string;
}

/** A handful of files that never change while the process runs: kept in memory, revalidated by content. */
export function serveText(
  fastify: FastifyInstance,
  url: string,
  contentType: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  const text = withEtag(body);
  serve(fastify, url, contentType, () => text, headers);
}

/** One that takes long to write, and is written for its first reader. */
export function serveWritten(fastify: FastifyInstance, url: string, contentType: string, write: () => string): void {
  let text: Text | undefined;
  serve(fastify, url, contentType, () => (text ??= withEtag(write())));
}

function withEtag(body: string | Buffer): Text {
  return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"` };
}

function serve(fastify: FastifyInstance, url: string, contentType: string, read: () => Text, headers: Record<string, string> = {}): void {
  fastify.get(url, async (request, reply) => {
    const { body, etag } = read();
    void reply.headers({ ...headers, etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.header('content-type', contentType).send(body);
  });
}

export function serveFile(fastify: FastifyInstance, url: string, path: string, headers: Record<string, string> = {}): void {
  serveText(fastify, url, contentTypes[extname(path)] ?? 'application/octet-stream', readFileSync(path), headers);
}
