import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  makeStandby,
  startEmbeddedPostgres,
  startForwarder,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '@vigia/local-servers';
import { join } from 'node:path';
import { Messages, migrateBroker } from '../src/index.js';
import { Opened, waitUntil } from './harness.js';
import { isAnswered, serveSample } from './sample-billing.js';
import { makeScratchDir } from './test-brokers.js';

describe('a client of a PostgreSQL whose address moves', () => {
  const opened: { close(): Promise<unknown> }[] = [];
  let scratch: ReturnType<typeof makeScratchDir>;

  beforeEach(() => {
    scratch = makeScratchDir();
  });

  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
    scratch.remove();
  });

  async function start(options: Pick<EmbeddedPostgresOptions, 'dataDir' | 'port' | 'log'>): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ ...options, settings: { fsync: 'off', log_connections: 'on' } });
    opened.push({ close: () => server.kill() });
    return server;
  }

  it('takes no connection to a standby, and follows the address to the primary while the standby stays', async () => {
    const [primaryDir, standbyDir] = [join(scratch.path, 'primary'), join(scratch.path, 'standby')];
    const empty = await start({ dataDir: primaryDir });
    await migrateBroker(empty.url);
    await empty.stop();
    await makeStandby(primaryDir, standbyDir, empty.url);
    const primary = await start({ dataDir: primaryDir, port: empty.port });
    let arrivals = 0;
    const log = (line: string) => {
      if (line.includes('connection authorized') && line.includes('application_name=vigia-billing')) arrivals += 1;
    };
    const standby = await start({ dataDir: standbyDir, log });
    const name = await startForwarder(primary.port);
    const brokers = new Opened(() => primary.url.replace(`:${primary.port}/`, `:${name.port}/`), 'moved');
    opened.push(name, brokers);
    brokers.add(await serveSample(await brokers.broker('billing')));
    const messages = new Messages(await brokers.broker('gateway'));
    const answered = () => isAnswered(messages);
    await waitUntil('requests are answered', answered);

    name.leadTo(standby.port);
    await name.close();
    await name.open();
    await waitUntil('the worker and the reply address have come to the standby', () => arrivals >= 5);
    name.leadTo(primary.port);
    expect(await waitUntil('requests are answered again', answered)).toBe(true);
  });
});
