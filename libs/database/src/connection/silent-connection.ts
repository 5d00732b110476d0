import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** The driver's types do not show the socket. */
type WithSocket = PoolClient & { connection: { stream: Socket } };

/**
 * Ends a connection of the pool that is in use and on which no byte has moved for this long: the statements that wait for an answer fail.
 * The socket has one timer for all its statements, because one timer for each tripled the cost of garbage collection (decision 62).
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
      // If this process itself was paused, the immediate runs only after it has read what the server sent meanwhile.
      const { bytesRead } = stream;
      setImmediate(() => {
        if (stream.bytesRead === bytesRead) stream.destroy(Object.assign(new Error('The server is silent'), { code: 'ETIMEDOUT' }));
      });
    });
  });
}
