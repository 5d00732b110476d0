import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anyBroker, startSystem, type System, withoutWebhooks } from '@vigia/testing';
import { itIs } from './business-clock.js';
import { expectedAnswer, expectedState, heard, untouched } from './expectations.js';
import { expectedPreview, foretold } from './foretold.js';
import { footprint, observe } from './observation.js';
import { operate, refusedMessage } from './operation.js';
import { Scene } from './scene.js';
import { workedCases } from './worked-cases.js';

/** Two cases wait for a reservation until its time is over. */
const environment = { VIGIA_TEST_CLOCK: '1', VIGIA_RESERVE_TIMEOUT_MS: '10000' };

describe('the worked case', () => {
  let system: System;
  let count = 0;

  beforeAll(async () => {
    system = await startSystem({ broker: anyBroker(), services: withoutWebhooks, environment });
  });

  afterAll(() => system?.stop());

  it.each(workedCases.map((one) => [one.id, one.title, one] as const))('%s: %s', async (_id, _title, worked) => {
    const scene = await Scene.arrange(system, worked, (count += 1));
    const before = await footprint(scene);
    expect(await foretold(scene)).toEqual(expectedPreview(worked));
    await itIs(system, worked.now);
    expect(heard(await operate(scene))).toEqual(expectedAnswer(scene));
    expect(await refusedMessage(scene)).toBe(worked.expected.requestError && 'internal');
    expect(await observe(scene)).toEqual(expectedState(worked.expected));
    const after = await footprint(scene);
    expect(after.charges - before.charges).toBe(worked.expected.documentCharges ?? 0);
    for (const taxId of untouched(worked)) expect(after.questions.get(taxId)).toBe(before.questions.get(taxId));
  });
});
