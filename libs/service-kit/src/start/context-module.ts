import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { Database } from '@vigia/database';
import { Broker, Messages, Peers } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { OperationsController, Readiness } from '../operations/readiness.js';

/** Injection tokens for values that are not classes. */
export const SETTINGS = Symbol('settings');
export const LOGGER = Symbol('logger');

interface Context {
  /** The root module of the service. */
  root: Type;
  settings: object;
  logger: Logger;
  database: Database;
  broker: Broker;
  readiness: Readiness;
}

/** Wraps the root module of a service and provides the values that every service injects. */
export function contextModule({ root, settings, logger, database, broker, readiness }: Context): DynamicModule {
  const messages = new Messages(broker);
  const provided = [
    { provide: SETTINGS, useValue: settings },
    { provide: LOGGER, useValue: logger },
    { provide: Database, useValue: database },
    { provide: Broker, useValue: broker },
    { provide: Messages, useValue: messages },
    { provide: Peers, useValue: new Peers(messages) },
    { provide: Readiness, useValue: readiness },
  ];
  return {
    module: ServiceContext,
    global: true,
    imports: [root],
    controllers: [OperationsController],
    providers: provided,
    exports: provided.map(({ provide }) => provide),
  };
}

@Module({})
class ServiceContext {}
