import { setImmediate } from 'node:timers/promises';
import type { DocType, Document } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { ListIndex } from '../lists/list-index.js';
import { screenProfile } from '../screen-profile.js';
import type { ChangedPart } from './changed-part.js';
import type { OpenRescreening } from './rescreenings.js';

/** Loads of the same process get their turn in between. */
const inOneGo = 20;
const pageOf = { changes: 1_000, whole: 200 };

interface ScreenedSubject extends Document {
  position: number;
  docType: DocType;
  role: 'titular' | 'representante' | 'socio' | null;
  name: string | null;
  documents: { tipo: string; numero: string }[];
}

/** Compares the next subjects with what has changed, and notes the profiles concerned. True if there are no more. */
export async function compareNext(tx: Transaction, rescreening: OpenRescreening, { index, changed }: ChangedPart): Promise<boolean> {
  const { id, list, atTaxId, atDocType, atPosition, isWhole } = rescreening;
  const page = isWhole ? pageOf.whole : pageOf.changes;
  if (atTaxId === '') await noteKnown(tx, id, list, changed);
  const subjects = index ? await subjectsAfter(tx, rescreening, page) : [];
  const touched: Document[] = [];
  for (const [i, subject] of subjects.entries()) {
    if (i % inOneGo === 0) await setImmediate();
    if (index && isTouched(subject, index)) touched.push({ taxId: subject.taxId, docType: subject.docType });
  }
  await tx.rows(
    sql`INSERT INTO profiles.rescreening_task (rescreening, tax_id, doc_type)
     SELECT DISTINCT $1::bigint, "taxId", "docType" FROM jsonb_to_recordset($2::jsonb) AS touched ("taxId" text, "docType" text)
     ON CONFLICT DO NOTHING`,
    [id, JSON.stringify(touched)],
  );
  const last = subjects.at(-1);
  const isLast = subjects.length < page;
  await tx.rows(
    sql`UPDATE profiles.rescreening SET at_tax_id = $2, at_doc_type = $3, at_position = $4, compared = compared + $5,
       compared_at = CASE WHEN $6 THEN now() END WHERE id = $1`,
    [id, last?.taxId ?? atTaxId, last?.docType ?? atDocType, last?.position ?? atPosition, subjects.length, isLast],
  );
  return isLast;
}

function subjectsAfter(tx: Transaction, { atTaxId, atDocType, atPosition }: OpenRescreening, page: number): Promise<ScreenedSubject[]> {
  return tx.rows<ScreenedSubject>(
    sql`SELECT tax_id, doc_type, position, role, name, documents FROM profiles.screened_subject
     WHERE (tax_id, doc_type, position) > ($1, $2, $3) ORDER BY tax_id, doc_type, position LIMIT $4`,
    [atTaxId, atDocType, atPosition, page],
  );
}

/** The end date of an entry does not count here: the screening that follows checks it. */
const always = '0000-01-01';

function isTouched({ role, name, documents }: ScreenedSubject, index: ListIndex): boolean {
  if (role === null) return true;
  const subject = { sujeto: role, nombre: name, documentos: documents, nacimiento: null, paises: [] };
  return screenProfile([index], [subject], always).coincidencias.length > 0;
}

/**
 * Notes three groups: profiles with a hit on what has changed, or on a list that was retired; profiles that were screened against invented
 * lists, once there is a real one; and profiles that are just being loaded, because that load may have asked before the version came into
 * force.
 */
async function noteKnown(tx: Transaction, rescreening: string, list: string, changed: string[] | undefined): Promise<void> {
  await tx.rows(
    sql`INSERT INTO profiles.rescreening_task (rescreening, tax_id, doc_type)
     SELECT $1::bigint, tax_id, doc_type FROM profiles.source_answer
     WHERE source = 'listas_compliance' AND jsonb_array_length(answer->'coincidencias') > 0 AND EXISTS (
       SELECT FROM jsonb_to_recordset(answer->'coincidencias') AS hit (lista text, id_entidad text)
       WHERE lista = $2 AND ($3::text[] IS NULL OR id_entidad = ANY($3)))
     UNION SELECT $1, tax_id, doc_type FROM profiles.source_answer
     WHERE $3::text[] IS NULL AND source = 'listas_compliance' AND (trail->>'simulated')::boolean
     UNION SELECT $1, tax_id, doc_type FROM profiles.load JOIN profiles.task ON load_id = load.id
     WHERE load.state = 'open' AND source = 'listas_compliance'
     ON CONFLICT DO NOTHING`,
    [rescreening, list, changed ?? null],
  );
}
