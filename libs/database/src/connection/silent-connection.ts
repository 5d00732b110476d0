import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** The types of the driver do not show it. */
type WithSocket = PoolClient & { connection: { stream: Socket } };

/**
 * Ends a connection of the pool that is in use and over which nothing came or went for so long: what waits for an answer fails. The socket
 * has one timer for all its statements, because one for each made the collection of garbage three times as dear (decision 62).
 */
export function endSilentConnections(pool: Pool, silentMs: number): void {
  const inUse = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    const { stream } = (client as WithSocket).connection;
    stream.setTimeout(silentMs);
    stream.on('timeout', () => {
      if (!inUse.has(client)) return;
      // If it was this process that stood still, what the server has said meanwhile is read before the immediate.
      const { bytesRead } = stream;
      setImmediate(() => {
        if (stream.bytesRead === bytesRead) stream.destroy(Object.assign(new Error('The server is silent'), { code: 'ETIMEDOUT' }));
      });
    });
  });
}
