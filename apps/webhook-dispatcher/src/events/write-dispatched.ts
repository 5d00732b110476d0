import { webhookType, type ApiVersion } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { ReceiverRow } from '../configurations/configuration-row.js';
import { attemptLeaseMs, type Claimed } from '../deliveries/claim-statement.js';
import { insertDispatched } from './event-statements.js';
import type { ToldProfile } from './read-profile.js';
import { toldBodies, type ToldBodies } from './told-bodies.js';
import type { Trigger, Verdict, WriteSettings, Written } from './trigger.js';

interface StartedRow extends ReceiverRow {
  deliveryId: string;
  version: ApiVersion;
}

/** The places of receivers must be counted by nobody else meanwhile. */
export function writeDispatched(
  tx: Transaction,
  found: { trigger: Trigger; profile: ToldProfile }[],
  settings: WriteSettings,
  room: number,
): () => Written[] {
  if (found.length === 0) return () => [];
  const described = found.map(({ trigger, profile: { loadState } }) => JSON.stringify({ ...trigger, loadState }));
  const told = new Map(found.map(({ trigger, profile }) => [trigger.triggerId, { trigger, bodies: toldBodies(trigger, profile) }]));
  const bodies = [...told.values()].map((one) => one.bodies);
  const verdicts = tx.sendFor<Verdict & { started: StartedRow[] }>(insertDispatched, [
    described,
    webhookType,
    bodies.map(({ v1 }) => v1),
    bodies.map(({ v2 }) => v2),
    settings.attemptsPerReceiver,
    room,
    attemptLeaseMs(settings),
  ]);
  return () =>
    verdicts().map((verdict) => ({
      ...verdict,
      loading: false,
      started: verdict.started.map((row) => firstAttempt(row, told.get(verdict.triggerId)!)),
    }));
}

function firstAttempt({ version, ...row }: StartedRow, { trigger, bodies }: { trigger: Trigger; bodies: ToldBodies }): Claimed {
  const { triggerId, correlationId } = trigger;
  return { ...row, triggerId, correlationId, attempt: 1, text: bodies[version], resendAsked: false, isTest: false, failuresBefore: 0 };
}
