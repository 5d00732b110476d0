import { randomUUID } from 'node:crypto';
import {
  createPostgresBackend,
  createPostgresRelayBackend,
  DEFAULT_SCHEMA,
  Queue,
  Relay,
  Worker,
  type BackendFactory,
  type ConnectionOptions,
  type RelayBackendFactory,
} from 'bullmq';
import { Pool } from 'pg';
import { answer, question, type Contender } from '../contender.js';

const name = 'bench-bare';

interface Opened {
  connection: ConnectionOptions;
  backend: BackendFactory | undefined;
  end(): Promise<unknown>;
  relayBackend?: RelayBackendFactory;
}

function open(url: string): Opened {
  if (url.startsWith('redis')) {
    const { hostname, port } = new URL(url);
    return {
      connection: { host: hostname, port: Number(port), maxRetriesPerRequest: null },
      backend: undefined,
      end: async () => undefined,
    };
  }
  const pool = new Pool({ connectionString: url, max: 12, options: `-c search_path=${DEFAULT_SCHEMA}` });
  pool.setMaxListeners(0);
  return {
    connection: pool as never,
    backend: createPostgresBackend as unknown as BackendFactory,
    relayBackend: createPostgresRelayBackend as unknown as RelayBackendFactory,
    end: () => pool.end(),
  };
}

/** The same queue and the same way back with nothing around them: no envelope, no checks, no framework. */
export const bareBullmq: Contender = {
  name: 'bare-bullmq',
  async connect(url) {
    const { connection, backend, relayBackend, end } = open(url);
    const queue = new Queue(name, { connection }, backend as undefined);
    const relay = new Relay({ connection, ...(relayBackend && { backend: relayBackend }) });
    const waiting = new Map<string, (value: unknown) => void>();
    const address = `bench.${randomUUID()}`;
    await relay.subscribe<{ id: string; value: unknown }>(address, ({ data }) => waiting.get(data.id)?.(data.value));
    return {
      async ask() {
        const id = randomUUID();
        const reply = new Promise((resolve) => waiting.set(id, resolve));
        await queue.add('ask', { id, replyTo: address, question }, { removeOnComplete: true, removeOnFail: true });
        const value = await reply;
        waiting.delete(id);
        return value;
      },
      async close() {
        await relay.close();
        await queue.close();
        await end();
      },
    };
  },
  async serve(url) {
    const { connection, backend, relayBackend } = open(url);
    const relay = new Relay({ connection, ...(relayBackend && { backend: relayBackend }) });
    await relay.waitUntilReady();
    const worker = new Worker(
      name,
      async ({ data }) => {
        await relay.publish(data.replyTo as string, { id: data.id as string, value: answer });
      },
      { connection, concurrency: 50 },
      backend as undefined,
    );
    await worker.waitUntilReady();
    return url;
  },
};
