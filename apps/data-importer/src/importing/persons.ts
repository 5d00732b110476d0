import { sql, type Session } from '@vigia/database';
import { KnownPersons } from './domain/known-persons.js';
import type { KeptNotes } from './kept-notes.js';
import type { Work } from './work.js';

/** Registers of taxpayers also hold persons, who are taken only if the setting says so. */
export const hasPersons = (kind: string) => kind === 'taxpayers' || kind === 'premises';
export const scopeOf = (kind: string, scope: string) => (hasPersons(kind) ? scope : null);

/** Takes persons if the setting says so: all of them, or those with a profile. */
export async function limitScope({ session, scope }: Pick<Work, 'session' | 'scope'>, notes: KeptNotes): Promise<void> {
  if (scope === 'all') return;
  const known = scope === 'known' ? await knownPersons(session) : undefined;
  notes.takes = (ruc) => known?.hasRuc(ruc) ?? false;
}

const longestPage = 10_000;

/** RUCs and DNIs of the persons in profiles, by page, because there may be millions. Companies are not needed. */
export async function knownPersons(session: Pick<Session, 'rows'>, page = longestPage): Promise<KnownPersons> {
  const known = new KnownPersons();
  for (let last: string | undefined = ''; last !== undefined;) {
    const found: { taxId: string }[] = await session.rows<{ taxId: string }>(
      sql`SELECT tax_id FROM profiles.known_document
          WHERE tax_id > $1 AND (doc_type = 'DNI' OR doc_type = 'RUC' AND tax_id NOT LIKE '20%') ORDER BY tax_id LIMIT $2`,
      [last, page],
    );
    for (const { taxId } of found) known.add(taxId);
    last = found.at(-1)?.taxId;
  }
  return known;
}
