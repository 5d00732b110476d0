import { sql, type Database } from '@vigia/database';

interface Receiver {
  configurationId: string;
  name: string | null;
  /** Without its path, which may hold a secret of the receiver. */
  host: string;
  isActive: boolean;
  failingSince: Date | null;
  failuresInRow: number;
}

export async function receiversOf(database: Database, corporationId: string): Promise<Receiver[]> {
  const rows = await database.rows<Omit<Receiver, 'host'> & { url: string }>(
    sql`SELECT id AS configuration_id, name, url, active_place IS NOT NULL AS is_active, failing_since, failures_in_row
     FROM webhooks.configuration WHERE corporation_id = $1 ORDER BY created_at`,
    [corporationId],
  );
  return rows.map(({ url, ...receiver }) => ({ ...receiver, host: new URL(url).host }));
}
