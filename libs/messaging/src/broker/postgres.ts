import { PlainError } from '@vigia/contracts';
import {
  assertSchemaCompatibility,
  createPostgresRelayBackend,
  DEFAULT_SCHEMA,
  LATEST_SCHEMA_VERSION,
  PostgresConnection,
  PostgresQueueBackend,
  Queue,
  Relay,
  runMigrations,
  SchemaMigrationRequiredError,
  SchemaVersionMismatchError,
  type BackendFactory,
} from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool, type ClientBase, type PoolConfig } from 'pg';
import { neededPoolSize } from '../domain/queues.js';
import { BrokerStartError, BrokerUnavailableError, settles, startTimeoutMs, within } from '../datastore/reach.js';
import { RelayPostbox } from '../replies/relay-postbox.js';
import { BrokerWorker, largestMailBytes, type Datastore } from '../datastore/datastore.js';

const connectTimeoutMs = 5000;
const closeTimeoutMs = 2000;

const looksForSessions = 3;

/**
 * The heartbeat is short, because after a wipe no reply reaches this process until the next one. The wait for a message is long, because a
 * message ends it.
 */
const relayOptions = { leaseDuration: 15_000, heartbeatInterval: 1500, blockTimeout: 10_000, maxMessageSize: largestMailBytes };

/** `25006`: the server accepts no writes. */
class StandbyError extends PlainError {
  readonly code = '25006';

  constructor() {
    super('the server is a standby');
  }
}

/** An idle worker would connect again ten times a second. */
const standbyPauseMs = 1000;

/**
 * Prepares a new connection. The schema is not a startup option, because options in the URL replace it and a pooler may drop it. A standby
 * refuses `LISTEN`, and BullMQ would keep that connection after the name leads to the primary again: the next connection goes where the name
 * then leads.
 */
async function prepare(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>(
    `select pg_is_in_recovery() as "isStandby", set_config('search_path', '${DEFAULT_SCHEMA}', false)`,
  );
  if (!rows[0]!.isStandby) return;
  await delay(standbyPauseMs);
  throw new StandbyError();
}

/** The types of the driver lack `onConnect`. */
const poolOptions: PoolConfig & { onConnect(client: ClientBase): Promise<void> } = {
  onConnect: prepare,
  // A dead connection is closed within 20 seconds. Until then nothing is heard on it.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: startTimeoutMs,
  query_timeout: 10_000,
};

/** We check the schema at connect. If BullMQ's own check fails once in an outage, the object stays unusable. */
class CheckedConnection extends PostgresConnection {
  override async waitUntilReady(): Promise<void> {}
}

/** A look takes four statements. It finds jobs that arrived while the connection was lost, if the look after the loss has failed too. */
const quietSeconds = 10;

class QueueBackend extends PostgresQueueBackend {
  /** After a failed wait BullMQ would wait for an hour. */
  override get maximumBlockTimeout(): number {
    return quietSeconds;
  }

  /** BullMQ itself puts a job without a priority at the end of its queue. This puts every job at the front of its priority, as on Redis. */
  override async moveJobFromActiveToWait(id: string, token = '0'): Promise<number> {
    await this.retryJob(id, true, token);
    return 0;
  }
}

const queueBackend: BackendFactory<PostgresQueueBackend, Pool> = (name, options) =>
  new QueueBackend(new CheckedConnection(options.connection), name, options);

interface PostgresSettings {
  prefix: string;
  service: string;
}

export async function openPostgres(url: string, settings: PostgresSettings, onTrouble: (error: Error) => void): Promise<Datastore> {
  const pool = new Pool({ ...poolOptions, connectionString: url, application_name: `vigia-${settings.service}-broker` });
  pool.setMaxListeners(0);
  pool.on('error', onTrouble);
  try {
    await within(assertUsable(pool), startTimeoutMs, () => new BrokerUnavailableError());
  } catch (error) {
    void pool.end();
    throw error;
  }

  const endStart = () => {
    pool.options.connectionTimeoutMillis = connectTimeoutMs;
  };
  let listeners = 0;
  const listening = <T>(open: () => T): T => {
    listeners += 1;
    pool.options.max = neededPoolSize(listeners);
    return open();
  };
  // The whole database has one schema, so the prefix that separates installations is part of the queue name.
  const named = (name: string) => `${settings.prefix}-${name}`;
  return {
    quietSeconds,
    openQueue: (name, options) => new Queue(named(name), { ...options, connection: pool }, queueBackend),
    openWorker: (name, processor, options) =>
      listening(() => new BrokerWorker(named(name), processor, { ...options, connection: pool }, queueBackend)),
    openPostbox: (service, address, onTrouble) =>
      listening(() => {
        const options = { ...relayOptions, connection: pool, namespace: settings.prefix, name: service };
        const relay = new Relay({ ...options, backend: createPostgresRelayBackend });
        return new RelayPostbox(relay, address, onTrouble, endStart);
      }),
    // As on Redis: a write that stores nothing is refused as every other is.
    async ping() {
      await pool.query('delete from job where false');
    },
    /** The pool waits for connections in use, even for one whose statement never ends. */
    async close() {
      await settles(pool.end(), closeTimeoutMs);
    },
  };
}

/** The first two connections are opened at once, so that a start waits for one. */
async function assertUsable(pool: Pool): Promise<void> {
  const connecting = [pool.connect(), pool.connect()];
  try {
    const connected = await Promise.all(connecting);
    if (!(await haveSessions(connected))) {
      // Otherwise the next clients of these server processes would get the schema.
      await Promise.all(connected.map((client) => client.query('discard all')));
      throw new BrokerStartError(
        'the pooler in front of the broker gives each transaction another server process: connect to PostgreSQL itself, or to PgBouncer with pool_mode=session',
      );
    }
    await assertMigrated(connected[0]!);
  } finally {
    for (const one of connecting) {
      void one.then(
        (client) => client.release(),
        () => undefined,
      );
    }
  }
}

/** A connection keeps its own server process. An idle pooler gives both the same one, a busy one gives each another one from time to time. */
async function haveSessions(clients: ClientBase[]): Promise<boolean> {
  const given: number[] = [];
  for (let look = 0; look < looksForSessions * clients.length; look += 1) {
    given.push(await serverProcessOf(clients[look % clients.length]!));
  }
  const own = given.slice(0, clients.length);
  return new Set(own).size === clients.length && given.every((pid, look) => pid === own[look % clients.length]);
}

async function serverProcessOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

async function assertMigrated(client: ClientBase): Promise<void> {
  const version = await assertSchemaCompatibility(client, DEFAULT_SCHEMA).catch((error: unknown) => {
    if (error instanceof SchemaMigrationRequiredError) {
      return 0;
    }
    if (error instanceof SchemaVersionMismatchError) {
      throw new BrokerStartError(`the broker's schema "${DEFAULT_SCHEMA}" belongs to a newer release. ${error.message}`);
    }
    throw error;
  });
  if (version < LATEST_SCHEMA_VERSION) {
    throw new BrokerStartError(
      `the broker's schema "${DEFAULT_SCHEMA}" is at version ${version} of ${LATEST_SCHEMA_VERSION}: run the command \`migrate\` (docs/operator.md)`,
    );
  }
}

export async function migratePostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: startTimeoutMs });
  await client.connect();
  try {
    await runMigrations(client, DEFAULT_SCHEMA);
  } finally {
    await client.end();
  }
}
