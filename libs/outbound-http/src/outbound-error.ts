import { PlainError } from '@vigia/contracts';

/**
 * - `dns`: the name has no address.
 * - `connect`: no connection; nothing was sent.
 * - `tls`: the peer could not be verified, or broke off the handshake; nothing was sent.
 * - `timeout`: the deadline passed; the peer may have acted.
 * - `address_blocked`: the guard refused the address; nothing was sent.
 * - `body_too_large`: the answer is larger than the caller takes.
 * - `protocol`: no complete HTTP answer: reset, cut, malformed, headers over the cap, or a request that HTTP cannot carry.
 * - `aborted`: the caller gave up, or the client is closed.
 */
export type OutboundErrorKind = 'dns' | 'connect' | 'tls' | 'timeout' | 'address_blocked' | 'body_too_large' | 'protocol' | 'aborted';

/**
 * Holds only our own words and a code. The underlying error is not kept as `cause`, because it can carry pieces of answers and whole URLs
 * into a log.
 */
export class OutboundError extends PlainError {
  override readonly name = 'OutboundError';
  /** The address of the peer, if the exchange had a connection. */
  remoteAddress?: string;

  constructor(
    readonly kind: OutboundErrorKind,
    message: string,
    readonly code?: string,
  ) {
    super(code === undefined ? message : `${message} (${code})`);
  }
}

interface SystemError {
  code?: string;
  syscall?: string;
}

const closedClient = new Set(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);

/** Why the connection failed. It is called where the connection is opened, so the kind is certain. */
export function connectFailure(error: Error, protocol: string, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code, syscall } = error as SystemError;
  const isSocketFault = syscall === 'connect' || code === 'UND_ERR_CONNECT_TIMEOUT' || error instanceof AggregateError;
  // Node reports refused certificates and broken handshakes without a system call.
  const kind: OutboundErrorKind = protocol === 'https:' && !isSocketFault ? 'tls' : 'connect';
  return new OutboundError(kind, kind === 'tls' ? `no trusted TLS session with ${host}` : `no connection to ${host}`, code);
}

/** Why an exchange failed. `remoteAddress` is the address of its connection. */
export function exchangeFailure(error: unknown, origin: string, remoteAddress: string | undefined): OutboundError {
  return Object.assign(causeOf(error, origin), remoteAddress !== undefined && { remoteAddress });
}

function causeOf(error: unknown, origin: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = (error as SystemError).code;
  if (code !== undefined && closedClient.has(code)) return new OutboundError('aborted', 'the HTTP client is closed', code);
  // With TLS 1.3 the peer may refuse our side after the handshake.
  if (code?.startsWith('ERR_SSL')) return new OutboundError('tls', `${origin} ended the TLS session`, code);
  return new OutboundError('protocol', `no complete HTTP exchange with ${origin}`, code);
}
