import { OutboundError, type OutboundErrorKind } from './outbound-error.js';

interface SystemError {
  code?: string;
  syscall?: string;
}

const closedClient = new Set(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);

/** Why there is no connection. Known exactly, because it is judged where the connection is opened. */
export function connectFailure(error: Error, protocol: string, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code, syscall } = error as SystemError;
  const isSocketFault = syscall === 'connect' || code === 'UND_ERR_CONNECT_TIMEOUT' || error instanceof AggregateError;
  // Node reports refused certificates and broken handshakes without a system call.
  const kind: OutboundErrorKind = protocol === 'https:' && !isSocketFault ? 'tls' : 'connect';
  return new OutboundError(kind, kind === 'tls' ? `no trusted TLS session with ${host}` : `no connection to ${host}`, code);
}

/** Why an exchange on an open connection failed. */
export function exchangeFailure(error: unknown, origin: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = (error as SystemError).code;
  if (code !== undefined && closedClient.has(code)) return new OutboundError('aborted', 'the HTTP client is closed', code);
  // With TLS 1.3 the peer's refusal of our side arrives after the handshake.
  if (code?.startsWith('ERR_SSL')) return new OutboundError('tls', `${origin} ended the TLS session`, code);
  return new OutboundError('protocol', `no complete HTTP exchange with ${origin}`, code);
}
