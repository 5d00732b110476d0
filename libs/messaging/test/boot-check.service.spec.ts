import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { BrokerStartError, Handles, QueueServer } from '../src/index.js';
import { Opened } from './harness.js';
import { sampleRegistry, reserved } from './sample-billing.js';
import { availableBrokers, type TestBroker } from './test-brokers.js';

@Controller()
class Reserves {
  @Handles('quota.reserve')
  async reserve(_payload: PayloadOf<'quota.reserve'>): Promise<ReplyOf<'quota.reserve'>> {
    return reserved;
  }
}

@Controller()
class ReservesToo extends Reserves {
  @Handles('quota.reserve')
  override async reserve(): Promise<ReplyOf<'quota.reserve'>> {
    return reserved;
  }
}

@Controller()
class Opens {
  @Handles('access.open')
  open(): ReplyOf<'access.open'> {
    return {};
  }
}

@Controller()
class Lists {
  @Handles('corporations.list')
  list(): ReplyOf<'corporations.list'> {
    return { corporations: [] };
  }
}

@Module({})
class Empty {}

describe.each(availableBrokers)('a service that checks its handlers on $kind', ({ start }) => {
  let server: TestBroker;
  let opened: Opened;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    opened = new Opened(() => server.url, 'boot');
  });
  afterEach(() => opened.close());

  const serve = async (...controllers: Type[]) => {
    const strategy = new QueueServer(await opened.broker('billing'), { concurrency: 1 }, sampleRegistry);
    const app = await NestFactory.createMicroservice({ module: Empty, controllers }, { strategy, logger: false, abortOnError: false });
    opened.add(app);
    await app.listen();
  };

  it('starts when every message has one handler', async () => {
    await expect(serve(Reserves, Opens)).resolves.toBeUndefined();
  });

  it.each([
    {
      wrong: 'a message without a handler',
      controllers: [Reserves],
      text: 'billing cannot serve its messages: no handler for access.open',
    },
    {
      wrong: 'a message with two handlers',
      controllers: [Reserves, ReservesToo, Opens],
      text: 'billing cannot serve its messages: more than one handler for quota.reserve',
    },
    {
      wrong: "a handler for another service's message",
      controllers: [Reserves, Opens, Lists],
      text: 'billing cannot serve its messages: corporations.list is not a message of billing',
    },
  ])('refuses to start with $wrong', async ({ controllers, text }) => {
    const error = await serve(...controllers).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BrokerStartError);
    expect(error).toMatchObject({ message: text });
  });
});
