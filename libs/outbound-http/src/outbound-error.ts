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
 * Made of our own words and a code only. The error underneath is not kept as `cause`: those carry pieces of answers
 * and whole URLs into whatever logs them.
 */
export class OutboundError extends PlainError {
  override readonly name = 'OutboundError';

  constructor(
    readonly kind: OutboundErrorKind,
    message: string,
    readonly code?: string,
  ) {
    super(code === undefined ? message : `${message} (${code})`);
  }
}
