import { mock } from 'node:test';
import { afterEach, describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import type { Peers } from '@vigia/messaging';
import { WebhooksController } from '../../src/panel/webhooks/webhooks.controller.js';

type Asked = Parameters<WebhooksController['list']>[0];

describe('the counts of deliveries', () => {
  afterEach(() => mock.restoreAll());

  it('are refused together once the dispatcher has not answered for one, instead of waiting for it one after another', async () => {
    const refusals: ((error: Error) => void)[] = [];
    const ask = () => new Promise((_, refuse) => refusals.push(refuse));
    const controller = new WebhooksController({ ask } as unknown as Peers, undefined!, undefined!, undefined!);
    const asked = { self: { corporationId: 'one' } } as Asked;
    const counts = Array.from({ length: 10 }, () => controller.list(asked).catch((error: VigiaError) => error.code));
    await new Promise(setImmediate);
    expect(refusals).toHaveLength(2);
    const later = performance.now() + 1_000;
    mock.method(performance, 'now', () => later);
    for (const refuse of refusals) refuse(VigiaError.of('unavailable'));
    expect(await Promise.all(counts)).toEqual(counts.map(() => 'unavailable'));
    expect(refusals).toHaveLength(2);
  });
});
