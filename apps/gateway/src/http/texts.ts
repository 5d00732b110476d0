import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedIn, isKnownTag } from './domain/negotiation.js';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const isCompact = /^font\//;

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
const encoders = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body: Buffer) => zip(body, { level: 9 }),
};
type Encoding = keyof typeof encoders;

/** A text that does not change while the process runs. It is kept in memory, and compressed when the first client asks for an encoding. */
class Text {
  readonly etag: string;
  private readonly body: Buffer;
  private readonly encoded: Partial<Record<Encoding, Promise<Buffer>>> = {};

  constructor(body: string | Buffer) {
    this.body = Buffer.from(body);
    this.etag = `W/"${createHash('sha256').update(this.body).digest('base64url').slice(0, 20)}"`;
  }

  as(encoding: Encoding | undefined): Buffer | Promise<Buffer> {
    return encoding ? (this.encoded[encoding] ??= encoders[encoding](this.body)) : this.body;
  }
}

type Protocol = FastifyRequest['protocol'];

export function serveText(
  fastify: FastifyInstance,
  url: string,
  contentType: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  const text = new Text(body);
  serve(fastify, url, contentType, () => text, headers);
}

/** Builds a text that takes long to write when the first client asks for it, once per protocol. */
export function serveWritten(fastify: FastifyInstance, url: string, contentType: string, write: (protocol: Protocol) => string): void {
  const texts: Partial<Record<Protocol, Text>> = {};
  serve(fastify, url, contentType, ({ protocol }) => (texts[protocol] ??= new Text(write(protocol))));
}

export function serveFile(fastify: FastifyInstance, url: string, path: string, headers: Record<string, string> = {}): void {
  serveText(fastify, url, contentTypes[extname(path)] ?? 'application/octet-stream', readFileSync(path), headers);
}

function serve(
  fastify: FastifyInstance,
  url: string,
  contentType: string,
  read: (request: FastifyRequest) => Text,
  headers: Record<string, string> = {},
): void {
  // Otherwise the server would compress the text anew for each client that accepts `*` or `x-gzip`.
  fastify.get(url, { compress: false }, async (request, reply) => {
    const text = read(request);
    void reply.headers({ etag: text.etag, vary: 'accept-encoding', 'cache-control': 'no-cache', ...headers });
    if (isKnownTag(request.headers['if-none-match'], text.etag)) return reply.status(304).send();
    const encoding = isCompact.test(contentType) ? undefined : acceptedBy(request.headers['accept-encoding']);
    if (encoding) void reply.header('content-encoding', encoding);
    return reply.header('content-type', contentType).send(await text.as(encoding));
  });
}

function acceptedBy(header: string | string[] | undefined): Encoding | undefined {
  const accepted = acceptedIn(header).filter(({ quality }) => quality > 0);
  return (['br', 'gzip'] as const).find((encoding) => accepted.some(({ name }) => name === encoding));
}
