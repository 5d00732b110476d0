import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { messages, type ReplyOf } from '@vigia/contracts';
import { connectBroker, Handles, Messages, QueueServer } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { answer, question, servedAtOnce, type Contender } from '../contender.js';

@Controller()
class Contracts {
  @Handles('contracts.list')
  list(): ReplyOf<'contracts.list'> {
    return answer;
  }
}

@Module({ controllers: [Contracts] })
class Answering {}

const registry = { 'contracts.list': messages['contracts.list'] };

const open = (url: string, service: string) => connectBroker({ url, service, logger: createLogger(service, { level: 'silent' }) });

/** The product's own transport: envelope, validation both ways, deadline, correlation. */
export const ours: Contender = {
  name: 'ours',
  brokers: ['redis', 'postgres'],
  async serve(url) {
    const broker = await open(url, 'billing');
    const app = await NestFactory.createMicroservice(Answering, {
      strategy: new QueueServer(broker, { concurrency: servedAtOnce }, registry),
      logger: false,
    });
    await app.listen();
    return url;
  },
  async connect(url) {
    const broker = await open(url, 'gateway');
    const client = new Messages(broker);
    return { ask: () => client.request('contracts.list', question, { timeoutMs: 30_000 }), close: () => broker.close() };
  },
};
