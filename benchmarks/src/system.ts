import { migrate } from '@vigia/database';
import { startSystem, type System, type SystemOptions } from '@vigia/testing';
import pg from 'pg';
import { startServers, type Servers } from './servers.js';

export interface RunningSystem extends System {
  servers: Servers;
}

/** The product as separate processes on its own servers, with Redis if the machine has it. */
export async function startProduct({ environment, replicas }: Pick<SystemOptions, 'environment' | 'replicas'>): Promise<RunningSystem> {
  const servers = await startServers();
  try {
    await migrate(servers.postgresUrl);
    const [{ kind, url: brokerUrl }] = servers.brokers as [Servers['brokers'][number]];
    const pool = new pg.Pool({ connectionString: servers.postgresUrl, max: 2 });
    // The pool reports its end before its connections have closed, and a server that stops then ends those.
    pool.on('error', () => undefined);
    const database = {
      url: servers.postgresUrl,
      query: async <Row>(sql: string, params?: unknown[]) => (await pool.query(sql, params)).rows as Row[],
      drop: () => pool.end(),
    };
    const system = await startSystem({
      broker: kind,
      brokerUrl,
      database,
      ...(environment && { environment }),
      ...(replicas && { replicas }),
    });
    const stop = async () => {
      await system.stop();
      await servers.stop();
    };
    return { ...system, servers, stop };
  } catch (error) {
    await servers.stop();
    throw error;
  }
}
