import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { migrate } from '@vigia/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@vigia/local-servers';
import { migrateBroker } from '@vigia/messaging';
import { ApiClient, receiversOnThisMachine, testedBrokers, type System } from '@vigia/testing';
import pg from 'pg';
import { AwaitedSummary } from './awaited-summary.js';
import { holdBack, release, startImpatientSystem, untilAsked, untilFinished } from './load-in-flight.js';

const during = '20991000012';
const after = '20991234561';

describe.each(testedBrokers())('a load and its client during a crash of the database, with the broker on %s', (broker) => {
  let folder: string;
  let postgres: EmbeddedPostgres | undefined;
  let system: System | undefined;
  let summary: AwaitedSummary | undefined;

  afterEach(async () => {
    summary?.close();
    await system?.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('finish without a restart of any service', async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-crash-'));
    // The server runs as another user where the tests run as root.
    chmodSync(folder, 0o711);
    const dataDir = join(folder, 'postgres');
    postgres = await startEmbeddedPostgres({ dataDir, maxConnections: 300 });
    const { url, port } = postgres;
    await migrate(url);
    if (broker === 'postgres') await migrateBroker(url);
    system = await startImpatientSystem(broker, {
      environment: receiversOnThisMachine,
      database: { url, query: (sql, params) => ask(url, sql, params), drop: async () => undefined },
    });
    const corporation = await system.createCorporation('one_time');
    const client = new ApiClient(system.replicas('gateway')[0]!.url, corporation);
    summary = await AwaitedSummary.prepare(system, corporation);
    await holdBack(system, during);
    const answer = client.load(during);
    await untilAsked(system, during);
    await summary.trigger(during);

    await postgres.kill();
    await expect(ask(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await release(system, during);
    postgres = await startEmbeddedPostgres({ dataDir, port, maxConnections: 300 });

    // The client may have got an error while its row could not be read; the load goes on.
    await answer;
    await untilFinished(system, during, client);
    await summary.untilTold();
    expect((await client.load(after)).status).toBe(200);
    await untilFinished(system, after, client);
  }, 300_000);
});

async function ask<Row>(url: string, sql: string, params?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, params)).rows as Row[];
  } finally {
    await client.end();
  }
}
