import { setTimeout as pause } from 'node:timers/promises';
import type { DynamicModule, INestApplication, Type } from '@nestjs/common';
import type { CustomStrategy } from '@nestjs/microservices';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceName } from '@vigia/contracts';
import { assertMigrated, openDatabase } from '@vigia/database';
import { connectBroker, QueueServer } from '@vigia/messaging';
import { armFailpoint, createLogger, keyDocumentMarks, NestLogger, type Logger } from '@vigia/observability';
import type { SettingsOf } from '../configuration/read-settings.js';
import { ErrorFilter, toVigiaError } from '../http/error-response.js';
import { askDatabase } from '../operations/ask-database.js';
import { observeBroker, reportQueueDepths } from '../operations/broker-metrics.js';
import { buildOf, reportBuild, shortBuild } from '../operations/build.js';
import { reportReadiness } from '../operations/readiness-metric.js';
import { reportStart } from '../operations/start-metric.js';
import { Readiness } from '../operations/readiness.js';
import type { baseSettings } from './base-settings.js';
import { contextModule } from './context-module.js';

export type BaseSettings = SettingsOf<typeof baseSettings>;

export interface ServiceDefinition<S extends BaseSettings = BaseSettings> {
  name: ServiceName;
  module: Type;
  /** For the gateway, which faces the public; the other services use the plain adapter. */
  http?: {
    adapter: (settings: S) => FastifyAdapter;
    configure: (app: NestFastifyApplication, settings: S) => Promise<void>;
    /** How long it still serves after it has reported that it stops. */
    drainMs: (settings: S) => number;
  };
  /**
   * Much of what it serves needs only the database. If a load balancer sent it nothing while the broker is away, those calls would fail
   * too.
   */
  servesWithoutBroker?: boolean;
}

export function drainMsOf<S extends BaseSettings>({ http }: ServiceDefinition<S>, settings: S): number {
  return http?.drainMs(settings) ?? 0;
}

export interface RunningService {
  /** Undefined if it has no port. */
  url?: string;
  /** Safe to call again: the service closes once. */
  close(): Promise<void>;
}

/** Starts a service, in its own process or together with others. */
export async function startService<S extends BaseSettings>(
  definition: ServiceDefinition<S>,
  settings: S,
  { listen = true } = {},
): Promise<RunningService> {
  const logger = createLogger(definition.name, { level: settings.logLevel, ...(settings.logFile && { file: settings.logFile }) });
  if (settings.logKey) keyDocumentMarks(settings.logKey);
  if (settings.failpoint) armFailpoint(settings.failpoint);
  const build = buildOf(settings);
  const opened: { close: () => Promise<unknown> }[] = [];
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    for (const { close } of opened.toReversed()) await close();
  };
  try {
    const database = await openDatabase({
      url: settings.databaseUrl,
      service: definition.name,
      build: shortBuild(build),
      poolSize: settings.databasePoolSize,
      testClock: settings.testClock,
    });
    opened.push({ close: () => database.close() });
    await assertMigrated(database);
    const broker = await connectBroker({
      url: settings.brokerUrl,
      service: definition.name,
      logger,
      lockMs: settings.brokerLockMs,
      closeGraceMs: settings.shutdownGraceMs,
      observe: observeBroker,
    });
    opened.push({ close: () => broker.close() }, { close: reportQueueDepths(broker) });
    const readiness: Readiness = new Readiness([
      { name: 'database', check: () => askDatabase(database, readiness) },
      { name: 'broker', check: () => broker.ping(), onlyWarns: definition.servesWithoutBroker ?? false },
    ]);
    opened.push({ close: reportReadiness(definition.name, readiness) });
    reportStart();
    reportBuild(build);
    const app = await createApp(
      definition,
      settings,
      contextModule({ root: definition.module, settings, logger, database, broker, readiness }),
      logger,
    );
    const queueServer = new QueueServer(broker, { concurrency: settings.requestConcurrency, errorOf: toVigiaError });
    opened.push(
      // Messages get the same grace period as the service's other work. Nest would let their workers take new ones until that work has
      // ended.
      { close: () => Promise.all([queueServer.close(), closeWithin(app, settings.shutdownGraceMs)]) },
      { close: () => drain(readiness, drainMsOf(definition, settings)) },
    );
    app.connectMicroservice<CustomStrategy>({ strategy: queueServer }, { inheritAppConfig: true });
    await app.startAllMicroservices();
    const url = await open(app, settings, listen);
    logger.info({ commit: build.commit, commitDate: build.date, ...(url && { url }) }, 'ready');
    return { ...(url && { url }), close: () => (closing ??= closeAll()) };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/**
 * A load balancer that has not checked readiness yet still sends requests. Closing a connection during a request would break the request.
 */
async function drain(readiness: Readiness, drainMs: number): Promise<void> {
  readiness.stop();
  if (drainMs > 0) await pause(drainMs);
}

/** A client that reads a file slowly, or sends slowly, delays nothing: its connection is cut after the grace period. */
async function closeWithin(app: INestApplication, graceMs: number): Promise<void> {
  const cutting = setTimeout(() => app.getHttpServer().closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cutting);
  }
}

async function createApp<S extends BaseSettings>(
  definition: ServiceDefinition<S>,
  settings: S,
  module: DynamicModule,
  logger: Logger,
): Promise<NestFastifyApplication> {
  const adapter = definition.http?.adapter(settings) ?? new FastifyAdapter();
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    ...(definition.http && { bodyParser: false }),
  });
  app.useGlobalFilters(new ErrorFilter(logger));
  await definition.http?.configure(app, settings);
  return app;
}

async function open(app: INestApplication, settings: BaseSettings, listen: boolean): Promise<string | undefined> {
  if (!listen) {
    await app.init();
    return undefined;
  }
  await app.listen(settings.port, settings.host);
  return app.getUrl();
}
