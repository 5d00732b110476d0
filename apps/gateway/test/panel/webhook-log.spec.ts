import { mock } from 'node:test';
import { afterEach, describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import type { Peers } from '@vigia/messaging';
import { DeliveriesController } from '../../src/panel/webhooks/deliveries.controller.js';
import { WebhookLog } from '../../src/panel/webhooks/webhook-log.js';

const corporationId = '5f0c7c0e-0000-4000-8000-000000000001';
const page = { corporationId, limit: 25 };

type Checked = Parameters<DeliveriesController['checkSignature']>[0];

interface Answer {
  resolve: (reply: object) => void;
  reject: (error: Error) => void;
}

const code = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: VigiaError) => error.code,
  );

describe('checks of signatures', () => {
  it('take turns: one of a corporation at a time, four wait, and the next is refused at once', async () => {
    const asked: ((finding: string) => void)[] = [];
    const ask = () => new Promise((answer) => asked.push(answer));
    const controller = new DeliveriesController({ ask } as unknown as Peers, undefined!, undefined!);
    const check = (of: string) => controller.checkSignature({ self: { corporationId: of } } as Checked) as Promise<unknown>;
    const checks = Array.from({ length: 6 }, () => code(check(corporationId)));
    const other = code(check('another'));
    await new Promise(setImmediate);
    expect(asked).toHaveLength(2);
    for (let answered = 0; answered < 6; answered += 1) {
      asked[answered]!('match');
      await new Promise(setImmediate);
    }
    expect(await Promise.all([...checks, other])).toEqual([
      ...Array.from({ length: 5 }, () => 'answered'),
      'too_many_requests',
      'answered',
    ]);
  });
});

describe('the log of webhooks', () => {
  afterEach(() => mock.restoreAll());

  /** The questions that the dispatcher has not answered yet. */
  function open(): { log: WebhookLog; asked: Answer[] } {
    const asked: Answer[] = [];
    const ask = () => new Promise((resolve, reject) => asked.push({ resolve, reject }));
    return { log: new WebhookLog({ ask } as unknown as Peers), asked };
  }

  it('reads one page of a corporation at a time, but one event by its id at once', async () => {
    const { log, asked } = open();
    const pages = [log.deliveries(page), log.events(page)];
    await new Promise(setImmediate);
    const event = log.events({ ...page, triggerId: '5f0c7c0e-0000-4000-8000-000000000002' });
    expect(asked).toHaveLength(2);
    asked[1]!.resolve({ events: [{ triggerId: 'of this id' }] });
    expect(await event).toMatchObject([{ triggerId: 'of this id' }]);
    asked[0]!.resolve({ deliveries: [] });
    await new Promise(setImmediate);
    asked[2]!.resolve({ events: [] });
    expect(await Promise.all(pages)).toEqual([[], []]);
  });

  it('refuses the pages that wait once one of them has waited in vain, and then asks again', async () => {
    const { log, asked } = open();
    const pages = [log.deliveries(page), log.events(page), log.deliveries(page)].map(code);
    await new Promise(setImmediate);
    const later = performance.now() + 1_000;
    mock.method(performance, 'now', () => later);
    asked[0]!.reject(VigiaError.of('unavailable'));
    expect(await Promise.all(pages)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(asked).toHaveLength(1);
    const next = [log.deliveries(page), log.events(page)].map(code);
    await new Promise(setImmediate);
    asked[1]!.reject(VigiaError.of('not_found'));
    await new Promise(setImmediate);
    asked[2]!.resolve({ events: [] });
    expect(await Promise.all(next)).toEqual(['not_found', 'answered']);
  });

  it('asks for the pages that wait even if the dispatcher had no free slot for one of them', async () => {
    const { log, asked } = open();
    mock.method(performance, 'now', () => 0);
    const pages = [log.deliveries(page), log.events(page)].map(code);
    await new Promise(setImmediate);
    asked[0]!.reject(VigiaError.of('unavailable'));
    await new Promise(setImmediate);
    asked[1]?.resolve({ events: [] });
    expect(await Promise.all(pages)).toEqual(['unavailable', 'answered']);
  });

  it('asks for pages of three corporations at a time, so that those of many do not fill the dispatcher', async () => {
    const { log, asked } = open();
    const pages = Array.from({ length: 5 }, (_, i) => log.deliveries({ ...page, corporationId: `corporation ${i}` }));
    await new Promise(setImmediate);
    expect(asked).toHaveLength(3);
    for (let answered = 0; answered < pages.length; answered += 1) {
      asked[answered]!.resolve({ deliveries: [] });
      await new Promise(setImmediate);
    }
    expect(await Promise.all(pages)).toEqual(pages.map(() => []));
  });
});
