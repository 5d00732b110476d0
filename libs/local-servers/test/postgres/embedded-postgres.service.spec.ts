import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort, LocalServerError, startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/index.js';
import { makeScratchDir } from '../scratch-dir.js';
import { sql } from './sql.js';

const scratch = makeScratchDir();
const dataDir = join(scratch.path, 'datos ñ', 'pg');
let server: EmbeddedPostgres | undefined;

afterEach(() => server?.stop());
afterAll(() => scratch.remove());

describe('startEmbeddedPostgres', () => {
  it('creates a cluster in UTC and UTF-8 on the loopback interface, and keeps its data', async () => {
    server = await startEmbeddedPostgres({
      dataDir,
      maxConnections: 37,
      settings: { synchronous_commit: 'off' },
    });
    expect(new URL(server.url)).toMatchObject({
      hostname: '127.0.0.1',
      port: String(server.port),
      pathname: '/vigia',
    });
    const settings = ['TimeZone', 'listen_addresses', 'server_encoding', 'max_connections', 'synchronous_commit'];
    expect(await sql(server.url, `SELECT ${settings.map((name) => `current_setting('${name}') AS "${name}"`).join()}`)).toEqual([
      {
        TimeZone: 'UTC',
        listen_addresses: '127.0.0.1',
        server_encoding: 'UTF8',
        max_connections: '37',
        synchronous_commit: 'off',
      },
    ]);
    await sql(server.url, 'CREATE TABLE kept AS SELECT 42 AS value');

    await server.stop();
    await server.stop();
    await expect(sql(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

    server = await startEmbeddedPostgres({ dataDir });
    expect(await sql(server.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
  });

  it('sets a random password that only the owner of the data can read', async () => {
    server = await startEmbeddedPostgres({ dataDir });
    expect(statSync(join(dataDir, 'vigia.password')).mode & 0o777).toBe(0o600);
    const url = new URL(server.url);
    expect(url.password.length).toBeGreaterThan(20);
    url.password = 'guessed';
    await expect(sql(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('creates the database of the given name', async () => {
    server = await startEmbeddedPostgres({ dataDir, database: 'otra base' });
    expect(await sql(server.url, 'SELECT current_database() AS name')).toEqual([{ name: 'otra base' }]);
  });

  it('says what to do with the data of another major version, and leaves it alone', async () => {
    const versionFile = join(dataDir, 'PG_VERSION');
    server = await startEmbeddedPostgres({ dataDir });
    await server.stop();
    const version = readFileSync(versionFile, 'utf8');
    writeFileSync(versionFile, '17\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      'PostgreSQL 17 made it, and this one is of another major version: use the build that made it, another folder, or upgrade the folder',
    );
    writeFileSync(versionFile, version);
    server = await startEmbeddedPostgres({ dataDir });
  });

  it('keeps committed data after kill', async () => {
    server = await startEmbeddedPostgres({ dataDir });
    await sql(server.url, 'CREATE TABLE committed AS SELECT 1 AS value');
    await server.kill();
    expect(await server.ended).toMatch(/^exit code [01]\. Its last words:\n[^]*received immediate shutdown request/);
    await expect(sql(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    server = await startEmbeddedPostgres({ dataDir, port: server.port });
    expect(await sql(server.url, 'SELECT value FROM committed')).toEqual([{ value: 1 }]);
  });

  it('names a port that is in use', async () => {
    const port = await freePort();
    const occupant = createServer().listen(port, '127.0.0.1');
    await once(occupant, 'listening');
    try {
      const start = startEmbeddedPostgres({ dataDir, port });
      await expect(start).rejects.toBeInstanceOf(LocalServerError);
      await expect(start).rejects.toThrow(`127.0.0.1:${port}: another process has that port`);
    } finally {
      occupant.close();
    }
  });

  it('reports the error of PostgreSQL when the server does not start', async () => {
    await expect(startEmbeddedPostgres({ dataDir, settings: { colour: 'red' } })).rejects.toThrow(/did not start[^]*"colour"/);
  });

  it('does not touch a directory with other contents', async () => {
    const foreign = join(scratch.path, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'letter.txt'), '');
    await expect(startEmbeddedPostgres({ dataDir: foreign })).rejects.toThrow('was not made by Vigía');
    expect(readdirSync(foreign)).toEqual(['letter.txt']);
  });
});
