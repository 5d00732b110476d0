import { waitUntil } from '@vigia/testing';
import { askedAbout, loadOne } from '../../src/clients/calls.js';
import { itIsStill } from './business-clock.js';
import type { Scene } from './scene.js';
import { chargesOf, statementOf } from './statement.js';
import type { WorkedCase } from './worked-cases.js';

const limaOffsetMs = 5 * 3_600_000;

export type Observed = Required<Pick<WorkedCase['expected'], 'quotaAfter' | 'profiles' | 'ledger'>>;

/** What the corporation can find out afterwards, in the form in which a case expects it. */
export async function observe(scene: Scene): Promise<Observed> {
  const { system, worked, client, own } = scene;
  await itIsStill(system, worked.now);
  const { profiles, ledger = [] } = worked.expected;
  const observed = [];
  for (const taxId of Object.keys(profiles)) observed.push([taxId, await profileOf(scene, taxId)] as const);
  const { lineas, saldo_final } = await waitUntil(async () => {
    const statement = await statementOf(client);
    return statement.saldo_final.reservada === 0 && statement;
  });
  const moved = (taxId: string, kind: string) =>
    lineas.filter((line) => line.tipo === kind && line.taxId === own(taxId)).reduce((sum, { meses }) => sum + meses, 0);
  return {
    quotaAfter: saldo_final.disponible,
    profiles: Object.fromEntries(observed),
    ledger: ledger.map(({ taxId }) => ({ taxId, refunded: moved(taxId, 'return'), deducted: moved(taxId, 'deduct') })),
  };
}

async function profileOf({ client, own }: Scene, taxId: string): Promise<Observed['profiles'][string]> {
  const { status, body } = await client.summary(own(taxId));
  if (status === 404 || body.data.estado === 'failed') return { mode: 'none' };
  if (!body.data.activo) return { mode: 'expired' };
  // To load what is active already changes nothing, and says until when it is.
  const { message } = (await loadOne(client, own(taxId), { docType: 'DNI' })).body as { message: string };
  const [, mode, day, minute] = /in (monitoring|query) (?:until (\S+) (\S+) \(Lima\)|without an end)/.exec(message) ?? [];
  if (mode !== 'monitoring' && mode !== 'query') throw new Error(`${taxId} is active, but: ${message}`);
  if (!day) return { mode };
  const endsAt = new Date(`${day}T${minute}:00-05:00`);
  const written = `${endsAt.toISOString().slice(0, 19)}Z`;
  if (mode === 'query') return { mode, queryUntil: written };
  return { mode, expiresOn: new Date(endsAt.getTime() - 1 - limaOffsetMs).toISOString().slice(0, 10), expiresAtUtc: written };
}

/** What an operation must not change about documents that it does nothing with, and what it costs beside months. */
export async function footprint({ system, client, worked, own }: Scene): Promise<{ charges: number; questions: Map<string, number> }> {
  const questions = new Map<string, number>();
  for (const taxId of new Set(worked.operation.taxIds)) {
    const asked = await askedAbout(system, own(taxId));
    questions.set(
      taxId,
      Object.values(asked).reduce((sum, calls) => sum + calls, 0),
    );
  }
  return { charges: await chargesOf(client), questions };
}
