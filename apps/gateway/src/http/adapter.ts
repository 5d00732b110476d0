import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { VigiaError } from '@vigia/contracts';
import { errorBody, errorCodeHeader } from '@vigia/service-kit';
import type { GatewaySettings } from '../settings.js';
import { putForwardedRight } from './domain/forwarded.js';
import { originFormOf, routableFormOf } from './domain/request-target.js';

const bodyLimitBytes = 32 * 1024;
const headerLimitBytes = 8 * 1024;

/** How long a request may take to arrive. */
interface RequestTimes {
  headersMs: number;
  requestMs: number;
  checkEveryMs: number;
}

const patient: RequestTimes = { headersMs: 10_000, requestMs: 15_000, checkEveryMs: 1_000 };

export function gatewayAdapter({ trustedProxies }: GatewaySettings, times = patient): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies ?? false,
    // Longer than load balancers keep an idle connection, so that the gateway never closes one that the balancer is about to use.
    keepAliveTimeout: 65_000,
    requestTimeout: times.requestMs,
    forceCloseConnections: 'idle',
    http: {
      maxHeaderSize: headerLimitBytes,
      headersTimeout: times.headersMs,
      connectionsCheckingInterval: times.checkEveryMs,
      requireHostHeader: false,
    },
    // As long as a path can be, so that the call is counted and its own checks refuse a bad parameter.
    routerOptions: { maxParamLength: headerLimitBytes },
    rewriteUrl: ({ url = '/' }) => withoutPrefix(routableFormOf(originFormOf(url))),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  });
  adapter.getInstance().addHook('onRequest', ({ raw }, _reply, done) => {
    putForwardedRight(raw.headers);
    done();
  });
  return adapter;
}

/** Every path of the interface also exists under /api, and no other path does: paths that a load balancer blocks stay blocked. */
function withoutPrefix(url: string): string {
  return /^\/api\/v[12]\//.test(url) ? url.slice('/api'.length) : url;
}

const brokenRequests: Record<string, VigiaError> = {
  HPE_HEADER_OVERFLOW: VigiaError.of('headers_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: VigiaError.of('request_timeout'),
};

/** The errors that were written directly to a socket. The request that was arriving there does not know them. */
export const errorWrittenTo = new WeakMap<Socket, VigiaError>();

/**
 * The parser failed, so there is no request to answer: writes the answer directly to the socket. The socket is closed at once and in both
 * directions, because the parser stays attached to it: what arrives after a 408 would complete the call, and it would be carried out. A
 * client that closes nothing itself would also keep the connection for ever.
 */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = brokenRequests[error.code ?? ''] ?? VigiaError.of('bad_request', { detail: 'malformed HTTP request' });
  const { code, status, message } = refusal;
  errorWrittenTo.set(socket, refusal);
  const body = JSON.stringify(errorBody(status, message));
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n${errorCodeHeader}: ${code}`;
  // A short answer is with the operating system when this returns, unless the client does not read what it got before.
  socket.write(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
  socket.destroy();
}
