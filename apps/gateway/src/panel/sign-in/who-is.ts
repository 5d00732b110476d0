import { abilitiesFor, isSourceName, type ContractKind, type panel, type PanelAnswer, type SourceName } from '@vigia/contracts';
import { type Database, sql } from '@vigia/database';
import type { SignedIn } from '../../sessions/session-store.js';

export type WhoIsSignedIn = PanelAnswer<typeof panel.sessions.own>;

/** Who is signed in, with what a page has to know before it shows anything. */
export async function whoIs(database: Database, { userId, email, name, role, ...self }: SignedIn): Promise<WhoIsSignedIn> {
  const { corporationId, corporationName } = self;
  return {
    user: { userId, email, name, role },
    corporation: corporationId === null ? null : { corporationId, name: corporationName ?? '' },
    can: abilitiesFor(role),
    contract: corporationId === null ? null : await contractOf(database, corporationId),
    simulatedSources: await simulatedSources(database),
    session: { sessionId: self.sessionId, createdAt: self.createdAt.toISOString(), expiresAt: self.expiresAt.toISOString() },
  };
}

interface OwnContract {
  kind: ContractKind;
  endsOn: string;
}

async function contractOf(database: Database, corporationId: string): Promise<OwnContract | null> {
  const [contract] = await database.rows<OwnContract>(sql`SELECT kind, ends_on FROM billing.contract_in_force WHERE corporation_id = $1`, [
    corporationId,
  ]);
  return contract ?? null;
}

/** The sources that the simulator answers in this installation. */
async function simulatedSources(database: Database): Promise<SourceName[]> {
  const simulated = await database.rows<{ source: string }>(sql`SELECT source FROM profiles.simulated_source ORDER BY source`);
  return simulated.map(({ source }) => source).filter(isSourceName);
}
