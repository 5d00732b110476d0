import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { messages, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import type { Broker, HandlerContext, Messages } from '../src/index.js';
import { Handles, QueueServer } from '../src/index.js';

export const sampleRegistry = { 'quota.reserve': messages['quota.reserve'], 'access.open': messages['access.open'] };

export const reserved: ReplyOf<'quota.reserve'> = { outcome: 'reserved', months: 1, expiresOn: '2026-12-31', present: [] };

/** What the handlers do; each test replaces it as needed. */
class Behaviour {
  reserve: (payload: PayloadOf<'quota.reserve'>, context: HandlerContext) => Promise<ReplyOf<'quota.reserve'>> = async () => reserved;
  open: (payload: PayloadOf<'access.open'>, context: HandlerContext) => Promise<ReplyOf<'access.open'>> = async () => ({});
}

@Controller()
class SampleController {
  constructor(private readonly behaviour: Behaviour) {}

  @Handles('quota.reserve')
  async reserve(payload: PayloadOf<'quota.reserve'>, context: HandlerContext): Promise<ReplyOf<'quota.reserve'>> {
    return this.behaviour.reserve(payload, context);
  }

  @Handles('access.open')
  async open(payload: PayloadOf<'access.open'>, context: HandlerContext): Promise<ReplyOf<'access.open'>> {
    return this.behaviour.open(payload, context);
  }
}

@Module({})
class SampleModule {}

export async function serveSample(
  broker: Broker,
  behaviour: Partial<Behaviour> = {},
  options: { concurrency?: number; timeoutMs?: number } = {},
): Promise<INestMicroservice> {
  const module = {
    module: SampleModule,
    controllers: [SampleController],
    providers: [{ provide: Behaviour, useValue: Object.assign(new Behaviour(), behaviour) }],
  };
  const strategy = new QueueServer(broker, { concurrency: 20, ...options }, sampleRegistry);
  const app = await NestFactory.createMicroservice(module, { strategy, logger: false, abortOnError: false });
  await app.listen();
  return app;
}

const sampleId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export function reservation(n = 1): PayloadOf<'quota.reserve'> {
  return {
    requestId: sampleId(n),
    corporationId: sampleId(0),
    origin: { actor: 'test', correlationId: 'test' },
    docType: 'RUC',
    taxIds: ['20990000012'],
  };
}

export function opening(n = 1): PayloadOf<'access.open'> {
  return { requestId: sampleId(n), corporationId: sampleId(0), mode: 'query', documents: [] };
}

/** Whether a request gets its reply within a second. */
export function isAnswered(messages: Messages): Promise<boolean> {
  return messages.request('quota.reserve', reservation(), { timeoutMs: 1_000 }).then(
    () => true,
    () => false,
  );
}
