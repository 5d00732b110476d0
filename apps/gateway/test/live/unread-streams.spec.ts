import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { liveSubjects } from '@vigia/contracts';
import { createLogger } from '@vigia/observability';
import type { FastifyRequest } from 'fastify';
import { LiveController } from '../../src/panel/live/live.controller.js';
import type { Heads } from '../../src/panel/live/live-heads.js';
import { LiveStreams } from '../../src/panel/live/live-streams.js';
import type { SignedIn } from '../../src/sessions/session-store.js';

/** A connection without the buffers of an operating system. Unless its client reads, nothing of it ever leaves. */
class Connection extends Duplex {
  told = '';

  constructor(private readonly isRead: boolean) {
    super();
    this.push('GET /panel/v1/live HTTP/1.1\r\nHost: x\r\n\r\n');
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.told += chunk.toString();
    if (this.isRead) done();
  }
}

const self = { sessionId: 's', role: 'member', corporationId: 'c' } as SignedIn;

describe('a stream of live changes whose client does not read', () => {
  let app: NestFastifyApplication;
  let streams: LiveStreams;
  let mark: number;
  let nowMs: number;

  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const until = async (holds: () => boolean) => {
    for (let turns = 0; !holds(); turns += 1) {
      if (turns > 10_000) throw new Error('does not come');
      await settled();
    }
  };
  const pass = async (ms: number) => {
    nowMs += ms;
    mock.timers.tick(ms);
    await settled();
  };
  const open = async (isRead = false) => {
    const connection = new Connection(isRead);
    (app.getHttpServer() as Server).emit('connection', connection);
    await until(() => connection.told !== '');
    return connection;
  };

  beforeEach(async () => {
    [mark, nowMs] = [0, 0];
    type Parts = ConstructorParameters<typeof LiveStreams>;
    const headsNow = () => new Map(liveSubjects.map((what) => [what, new Map([[`${what} `.repeat(100), String(mark)]])])) as Heads;
    const heads = { read: async () => new Map([['c', headsNow()]]) };
    const sessions = { rolesOf: async () => new Map([['s', 'member']]) };
    streams = new LiveStreams(...([heads, sessions, createLogger('test', { level: 'silent' })] as unknown as Parts));
    // Without the hooks by which Nest starts them: their loops wait by the mocked clock.
    const useValue = { open: (...given: Parameters<LiveStreams['open']>) => streams.open(...given) };
    const module = { module: class {}, controllers: [LiveController], providers: [{ provide: LiveStreams, useValue }] };
    app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), { logger: false });
    const fastify = app.getHttpAdapter().getInstance();
    fastify.addHook('onRequest', (request: FastifyRequest, _reply: unknown, done: () => void) => {
      request.signedIn = self;
      done();
    });
    await app.init();
    await fastify.ready();
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => nowMs);
    streams.onApplicationBootstrap();
  });
  afterEach(async () => {
    await streams.onModuleDestroy();
    mock.restoreAll();
    mock.timers.reset();
    await app.close();
  });

  it('is broken off once some hundred kilobytes wait for it, and those that are read go on', async () => {
    const [unread, read] = [await open(), await open(true)];
    const beats = () => read.told.match(/^event: beat$/gm)?.length;
    await until(() => beats() === 1);
    for (mark = 1; mark <= 50; mark += 1) {
      const before = read.told.length;
      await pass(1_000);
      await until(() => read.told.length > before);
    }
    expect(unread.destroyed).toBe(true);
    expect(read.destroyed).toBe(false);
  });

  it('is broken off five seconds after it was replaced', async () => {
    const [first, ...others] = [await open(), await open(), await open(), await open(), await open(), await open()];
    await pass(4_000);
    expect(first!.destroyed).toBe(false);
    await pass(1_000);
    expect([first, ...others].map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false, false]);
  });
});
