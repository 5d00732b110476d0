import { isIP, type LookupFunction, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { isPublicAddress, type AddressGuard } from './domain/address-guard.js';
import { isInternalName } from './domain/url-check.js';
import { connectFailure, OutboundError } from './outbound-error.js';
import type { Tunnel } from './proxy-tunnel.js';
import { networkResolver, systemResolver } from './resolve.js';

type Connector = buildConnector.connector;

const resolveByNetwork = networkResolver();
const resolveBySystem = systemResolver();

/**
 * The share of the connect timeout for each address of a name except the last, which gets the rest. Two addresses may be dead, and the
 * third is still tried.
 */
const attemptShare = 0.4;

export function openConnector(connectTimeoutMs: number, guard?: AddressGuard, tunnel?: Tunnel): Connector {
  const dial = buildConnector({
    allowH2: false,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.ceil(connectTimeoutMs * attemptShare),
    lookup: pinnedLookup(guard),
    minVersion: 'TLSv1.2',
    timeout: connectTimeoutMs,
  });
  if (tunnel) return namingFailures(dialThrough({ tunnel, timeoutMs: connectTimeoutMs }, dial, guard));
  return namingFailures(guard ? guardAddresses(dial, guard) : dial);
}

/** The lookup of the socket itself. It runs once per connection and the socket connects to its result, so DNS rebinding is impossible. */
function pinnedLookup(guard?: AddressGuard): LookupFunction {
  const lookup = callbackify(async (hostname: string) =>
    (await resolveAllowed(hostname, guard)).map((address) => ({ address, family: isIP(address) })),
  );
  return (hostname, _options, done) => lookup(hostname, (error, addresses) => done(error, addresses));
}

async function resolveAllowed(hostname: string, guard?: AddressGuard): Promise<readonly string[]> {
  const resolve = guard?.lookup ?? (guard && !isInternalName(hostname) ? resolveByNetwork : resolveBySystem);
  const addresses = await resolve(hostname).catch((error) => {
    throw new OutboundError('dns', `${hostname} cannot be resolved`, error.code);
  });
  if (addresses.length === 0) throw new OutboundError('dns', `${hostname} has no address`);
  // One private address is enough to refuse the name: the socket would fall back to it if the public ones do not respond.
  if (guard && !addresses.every((address) => isPublicAddress(address, guard))) throw blocked(hostname);
  return addresses;
}

/** The peers behind the sockets of a proxy: the remote address of such a socket is that of the proxy. */
const behindProxy = new WeakMap<Socket, string>();

interface Way {
  tunnel: Tunnel;
  timeoutMs: number;
}

interface Reached {
  address: string;
  httpSocket: Socket;
}

/** The first address to which the proxy opens a connection. Without a proxy the socket does the same. */
async function reachOne({ tunnel, timeoutMs }: Way, addresses: readonly string[], port: number): Promise<Reached> {
  const until = performance.now() + timeoutMs;
  for (let place = 0; ; place += 1) {
    const address = addresses[place]!;
    const leftMs = until - performance.now();
    const isLast = place === addresses.length - 1;
    try {
      return { address, httpSocket: await tunnel(address, port, isLast ? leftMs : Math.min(leftMs, timeoutMs * attemptShare)) };
    } catch (error) {
      if (isLast || performance.now() >= until) throw error;
    }
  }
}

/** The proxy gets an address that was checked here, never a name, which it could resolve to another address. */
function dialThrough(way: Way, dial: Connector, guard?: AddressGuard): Connector {
  const open = async ({ hostname, port, protocol }: buildConnector.Options) => {
    const addresses = isIP(hostname) === 0 ? await resolveAllowed(hostname, guard) : [hostname];
    if (guard && !addresses.every((address) => isPublicAddress(address, guard))) throw blocked(hostname);
    return reachOne(way, addresses, Number(port || (protocol === 'https:' ? 443 : 80)));
  };
  const opened = callbackify(open);
  return (target, done) => {
    opened(target, (error, reached) => {
      if (error) return done(error, null);
      const { address, httpSocket } = reached;
      const ready: buildConnector.Callback = (...[failure, socket]) => {
        if (failure) return done(failure, null);
        behindProxy.set(socket, address);
        done(null, socket);
      };
      if (target.protocol === 'https:') dial({ ...target, httpSocket }, ready);
      else ready(null, httpSocket);
    });
  };
}

/** Checks what the lookup cannot: address literals, for which a socket skips the lookup, and the address of the connected socket. */
export function guardAddresses(dial: Connector, guard: AddressGuard): Connector {
  return (target, done) => {
    if (isIP(target.hostname) !== 0 && !isPublicAddress(target.hostname, guard)) {
      done(blocked(target.hostname), null);
      return;
    }
    dial(target, (...[error, socket]) => {
      if (error) {
        done(error, null);
      } else if (isPublicAddress(socket.remoteAddress ?? '', guard)) {
        done(null, socket);
      } else {
        socket.destroy();
        done(blocked(target.hostname), null);
      }
    });
  };
}

function namingFailures(dial: Connector): Connector {
  return (target, done) => {
    dial(target, (...[error, socket]) => {
      if (error) done(connectFailure(error, target.protocol, target.hostname), null);
      else done(null, socket);
    });
  };
}

function blocked(hostname: string): OutboundError {
  return new OutboundError('address_blocked', `${hostname} leads to an address that is not public`);
}

/** The connection that carries an exchange, empty until it is open. */
interface Carrier {
  readyAt?: number;
  remoteAddress?: string;
}

/** Passed through undici as the `opaque` value of a request. */
export interface Trace {
  carrier?: Carrier;
}

/**
 * One connection of a pool. undici does not tell a request which socket carries it. But a client without pipelining has one socket and one
 * request at a time, and this class notes the socket in the trace of the request. A new socket does not change the traces of earlier
 * requests.
 */
export class TrackedClient extends Client {
  private readonly latest: { trace: Trace };

  constructor(origin: URL, options: Client.Options, connector: buildConnector.connector) {
    const latest: { trace: Trace } = { trace: {} };
    super(origin, {
      ...options,
      connect: (target, done) => {
        const carrier: Carrier = {};
        latest.trace.carrier = carrier;
        connector(target, (...[error, socket]) => {
          if (error) return done(error, null);
          Object.assign(carrier, {
            readyAt: performance.now(),
            remoteAddress: behindProxy.get(socket) ?? socket.remoteAddress,
          });
          done(null, socket);
        });
      },
    });
    this.latest = latest;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { opaque } = options as Dispatcher.RequestOptions<Trace>;
    if (opaque) {
      opaque.carrier = this.latest.trace.carrier;
      this.latest.trace = opaque;
    }
    return super.dispatch(options, handler);
  }
}
