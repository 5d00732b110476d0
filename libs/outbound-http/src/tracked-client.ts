import { Client, type buildConnector, type Dispatcher } from 'undici';

/** The connection that carries an exchange, as it stands when the answer comes. */
export interface Carrier {
  readyAt?: number;
  remoteAddress?: string;
}

/** Travels through undici as a request's `opaque` value. */
export interface Trace {
  carrier?: Carrier;
}

/**
 * One connection of a pool. undici does not tell a request which socket carries it; here the two meet, because a client
 * without pipelining has one socket at a time.
 */
export class TrackedClient extends Client {
  private readonly carrier: Carrier;

  constructor(origin: URL, options: Client.Options, connector: buildConnector.connector) {
    const carrier: Carrier = {};
    super(origin, {
      ...options,
      connect: (target, done) => {
        connector(target, (...[error, socket]) => {
          if (error) return done(error, null);
          Object.assign(carrier, {
            readyAt: performance.now(),
            remoteAddress: socket.remoteAddress,
          });
          done(null, socket);
        });
      },
    });
    this.carrier = carrier;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { opaque } = options as Dispatcher.RequestOptions<Trace>;
    if (opaque) opaque.carrier = this.carrier;
    return super.dispatch(options, handler);
  }
}
