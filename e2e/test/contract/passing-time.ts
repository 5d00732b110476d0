import type { SourceName } from '@vigia/contracts';
import { waitUntil, type System } from '@vigia/testing';
import { askedAbout } from '../../src/clients/calls.js';

/** What is known of these documents was told so long ago that the next load asks again. */
export async function growStale(system: System, ...taxIds: string[]): Promise<void> {
  await system.database.query(`UPDATE profiles.source_answer SET answered_at = answered_at - interval '2 days' WHERE tax_id = ANY($1)`, [
    taxIds,
  ]);
}

/** Waits until these sources were asked and are all that a load still waits for, and lets their time be over. */
export async function passDeadline(system: System, taxId: string, sources: readonly SourceName[]): Promise<void> {
  const open = async () => {
    const tasks = await system.database.query<{ source: SourceName }>(
      `SELECT source FROM profiles.task JOIN profiles.load ON load.id = load_id WHERE tax_id = $1 AND task.closed_at IS NULL`,
      [taxId],
    );
    return tasks
      .map(({ source }) => source)
      .toSorted()
      .join();
  };
  // Nobody is asked for the lists: names are looked up in copies of our own.
  const asked = async () => {
    const calls = await askedAbout(system, taxId);
    return sources.every((source) => source === 'listas_compliance' || calls[source]);
  };
  await waitUntil(async () => (await asked()) && (await open()) === sources.toSorted().join(), {
    what: `only ${sources.join()} are left of ${taxId}`,
  });
  await system.database.query(
    `UPDATE profiles.task SET deadline_at = now() FROM profiles.load WHERE load.id = load_id AND tax_id = $1 AND task.closed_at IS NULL`,
    [taxId],
  );
}
