import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import fc from 'fast-check';
import { startReceiver, stopReceivers, type Receiver } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';
import { signers } from './running/signers.js';

const taxId = '20990000019';
/** Stands for a key whose reply was lost: written, but shown to nobody. */
const unseen = 'no known key';

/** Steps that a person may take at any time. The reply to a lost step reaches nobody, as when its gateway dies. */
const steps = [
  'prepare',
  'prepare, lost',
  'withdraw',
  'switch',
  'switch, lost',
  'switch blindly',
  'revert',
  'end',
  'end, lost',
  'the 72 hours',
] as const;
type Step = (typeof steps)[number];

interface Secrets {
  signing: string;
  prepared?: string;
  old?: string;
}

const signed = ({ signing, prepared, old }: Secrets) => [signing, prepared ?? old].filter((key) => key !== undefined);

/** The outcome of a step, by the rules in the page for receivers. */
function expected(step: Step, { signing, prepared, old }: Secrets): { code: string; after: Secrets } {
  const refused = (code: string) => ({ code, after: { signing, ...(prepared && { prepared }), ...(old && { old }) } });
  const done = (after: Secrets) => ({ code: 'done', after });
  if (step.startsWith('prepare'))
    return old ? refused('secret_switched') : prepared ? refused('secret_prepared') : done({ signing, prepared: unseen });
  if (step === 'the 72 hours') return old ? done({ signing }) : { ...refused('done') };
  if (step.startsWith('end')) return old ? done({ signing }) : refused('secret_not_switched');
  if (step === 'revert') return old ? done({ signing: old, prepared: signing }) : refused('secret_not_switched');
  if (old) return refused('secret_switched');
  if (!prepared) return refused('secret_not_prepared');
  if (step === 'withdraw') return done({ signing });
  return step === 'switch blindly' || prepared === unseen ? refused('secret_key_wrong') : done({ signing: prepared, old: signing });
}

describe('secrets that change in any order while bodies are sent', () => {
  let dispatcher: RunningDispatcher;
  let receiver: Receiver;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start({ VIGIA_WEBHOOK_CONCURRENCY_PER_RECEIVER: '50' });
    await dispatcher.startReplica();
    await dispatcher.profiles.profile(taxId, 'succeeded');
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await dispatcher?.stop();
    await stopReceivers();
  });

  async function expectRightSignatures(plan: Step[]): Promise<void> {
    const corporationId = randomUUID();
    await dispatcher.profiles.access(corporationId, taxId);
    const { configurationId, secretKey } = await dispatcher.create(corporationId, { url: receiver.url, standardHeaders: true });
    const secret = dispatcher.secretOf(corporationId, configurationId);
    const seen = [secretKey];
    let secrets: Secrets = { signing: secretKey };

    const take = async (step: Step): Promise<string | undefined> => {
      if (step === 'the 72 hours')
        await dispatcher.database.query('UPDATE webhooks.configuration SET other_until = now() WHERE id = $1 AND other_until IS NOT NULL', [
          configurationId,
        ]);
      else if (step.startsWith('prepare')) return secret.prepare();
      else if (step === 'switch blindly') await secret.switch(secretKey === secrets.signing ? 'whsec_x' : secretKey);
      else if (step.startsWith('switch') && step !== 'revert') await secret.switch(secrets.prepared ?? 'whsec_x');
      else await secret[step.split(',')[0] as 'withdraw' | 'revert' | 'end']();
      return undefined;
    };
    const fire = async () => {
      const { triggerId } = await dispatcher.trigger(corporationId, taxId);
      return waitUntil(() => receiver.received.find(({ headers }) => headers['x-service-trigger-id'] === triggerId));
    };

    for (const step of plan) {
      const before = secrets;
      const { code, after } = expected(step, before);
      const shown = take(step).then(
        (key) => ({ code: 'done', key }),
        (error: { code: string }) => ({ code: error.code, key: undefined }),
      );
      const during = [fire(), fire()];
      const result = await shown;
      expect({ step, before, code: result.code }).toEqual({ step, before, code });
      secrets = after;
      if (step === 'prepare' && result.key) {
        seen.push(result.key);
        secrets = { ...after, prepared: result.key };
      }
      for (const received of await Promise.all(during)) {
        const { plain, standard } = signers(received, seen);
        expect(seen).toContain(plain);
        expect([signed(before), signed(secrets)]).toContainEqual(standard);
        expect(plain).toBe(standard[0]);
      }
      expect(signers(await fire(), seen)).toEqual({ plain: secrets.signing, standard: signed(secrets) });
    }
  }

  it('always sign with a key that was shown, and with the old and the new key from preparation to end', async () => {
    // Most plans should contain a switch, which single random steps seldom reach.
    const change = fc.constantFrom<Step[]>(['prepare', 'switch'], ['prepare', 'switch', 'end'], ['prepare, lost', 'withdraw']);
    const plan = fc.array(
      fc.oneof(
        change,
        fc.constantFrom(...steps).map((step) => [step]),
      ),
      { minLength: 2, maxLength: 8 },
    );
    const walked = await fc.check(
      fc.asyncProperty(plan, (parts) => expectRightSignatures(parts.flat())),
      { numRuns: 8 },
    );
    expect(await fc.asyncDefaultReportMessage(walked)).toBeUndefined();
  });
});
