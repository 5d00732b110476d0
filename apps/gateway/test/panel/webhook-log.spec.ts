import { describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import type { Peers } from '@vigia/messaging';
import { WebhookLog } from '../../src/panel/webhooks/webhook-log.js';

const corporationId = '5f0c7c0e-0000-4000-8000-000000000001';
const page = { corporationId, limit: 25 };

interface Answer {
  resolve: (reply: object) => void;
  reject: (error: Error) => void;
}

describe('the log of webhooks', () => {
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
    asked[1]!.resolve({ events: ['of this id'] });
    expect(await event).toEqual(['of this id']);
    asked[0]!.resolve({ deliveries: [] });
    await new Promise(setImmediate);
    asked[2]!.resolve({ events: [] });
    expect(await Promise.all(pages)).toEqual([[], []]);
  });

  it('refuses the pages that wait once the dispatcher has not answered one of them, and then asks again', async () => {
    const { log, asked } = open();
    const code = (answer: Promise<unknown>) =>
      answer.then(
        () => 'answered',
        (error: VigiaError) => error.code,
      );
    const pages = [log.deliveries(page), log.events(page), log.deliveries(page)].map(code);
    await new Promise(setImmediate);
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
});
