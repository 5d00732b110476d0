import type { Document } from '@vigia/contracts';
import { sql } from '@vigia/database';

export type Asked = Document & { corporationId: string };

/** A relation of what is asked for, in its order, out of the parameters of `askedColumns`. */
export const askedDocuments = sql`unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (corporation_id, tax_id, doc_type, place)`;

export function askedColumns(asked: Asked[]): [string[], string[], string[]] {
  return [asked.map(({ corporationId }) => corporationId), asked.map(({ taxId }) => taxId), asked.map(({ docType }) => docType)];
}
