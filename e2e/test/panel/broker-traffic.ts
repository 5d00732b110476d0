import { once } from 'node:events';
import { connect } from 'node:net';
import type { System } from '@vigia/testing';

export interface BrokerTraffic {
  /** Everything that was written to the broker since, also what is gone from it again. */
  text(): Promise<string>;
  close(): Promise<void>;
}

export async function watchBroker({ brokerUrl, database }: System): Promise<BrokerTraffic> {
  return brokerUrl.startsWith('redis') ? watchRedis(brokerUrl) : watchTables(database);
}

/** The server shows every command of every client, scripts included, to a client that asks. */
async function watchRedis(url: string): Promise<BrokerTraffic> {
  const { hostname, port, pathname } = new URL(url);
  const database = Number(pathname.slice(1));
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  // A line names the database of its client; other test workers use other ones.
  const ofDatabase = new RegExp(String.raw`^\+[\d.]+ \[${database} .*$`, 'gm');
  return {
    text: async () => (Buffer.concat(chunks).toString('utf8').match(ofDatabase) ?? []).join('\n'),
    async close() {
      socket.destroy();
    },
  };
}

/** The embedded broker shares the database of the test, so every table is watched. */
async function watchTables(database: System['database']): Promise<BrokerTraffic> {
  await database.query(`
    CREATE TABLE public.written (row text);
    GRANT INSERT ON public.written TO public;
    CREATE FUNCTION public.write_down() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO public.written VALUES (new::text); RETURN new; END $$;
    DO $$ DECLARE one record; BEGIN
      FOR one IN SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'public') LOOP
        EXECUTE format('CREATE TRIGGER watched AFTER INSERT OR UPDATE ON %I.%I FOR EACH ROW EXECUTE FUNCTION public.write_down()',
          one.schemaname, one.tablename);
      END LOOP;
    END $$`);
  return {
    text: async () => (await database.query<{ row: string }>('SELECT row FROM public.written')).map(({ row }) => row).join('\n'),
    async close() {
      await database.query('DROP FUNCTION public.write_down CASCADE; DROP TABLE public.written');
    },
  };
}
