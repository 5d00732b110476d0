import type { Document } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { notSpecified, printedKind, printedText } from '../domain/register-values.js';
import type { SourceAnswer } from '../domain/source-answer.js';
import type { RepresentativesTable } from '../sources/representantes_legales/representantes_legales.js';
import { printedDay } from './domain/register-texts.js';
import { readingTrail, unreadNote } from './drops.js';
import { originOf, type RegistryReader, type Version } from './registry-reader.js';

interface FoundMember {
  docType: string | null;
  document: string | null;
  name: string;
  role: string;
  since: string | null;
}

/** Partners, representatives and organs of suppliers of the state. */
export const members: RegistryReader = { datasets: ['oece_conformacion_juridica'], read };

async function read(database: Database, { docType, taxId }: Document): Promise<SourceAnswer | undefined> {
  const [found] = await database.rows<{ version: Version | null; members: FoundMember[] }>(
    sql`SELECT
       (SELECT jsonb_build_object('dataset', dataset, 'label', label, 'day', published_on)
         FROM registry.current_version WHERE dataset = 'oece_conformacion_juridica') AS version,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('docType', doc_type, 'document', document, 'name', name, 'role', role, 'since', since) ORDER BY line), '[]')
         FROM registry.current_member WHERE ruc = $1) AS members`,
    [taxId],
  );
  const { version, members: listed } = found!;
  if (!version || docType !== 'RUC') return undefined;
  if (listed.length > 0) {
    // The importer writes a dash for what a rejected line lacks. Anybody who can be told by a name or a document is screened all the same.
    const told = listed.filter(({ name, document }) => printedText(name) !== null || printedText(document) !== null);
    const unread = listed.length - told.length;
    const incomplete = told.filter(({ name, role }) => printedText(name) === null || printedText(role) === null).length;
    const notes = [...unreadNote(unread, listed.length), ...incompleteNote(incomplete, listed.length)];
    const trail = readingTrail(unread + incomplete, notes);
    return { outcome: 'data', data: { representantes: told.map(asRepresentative) }, ...originOf(version), ...trail };
  }
  // A person represents themself. If a company sells nothing to the state, this register knows nothing about it, which does not mean that
  // it has no representatives.
  return taxId.startsWith('10') ? { outcome: 'empty', ...originOf(version) } : { outcome: 'not_contracted' };
}

function incompleteNote(incomplete: number, lines: number): string[] {
  if (incomplete === 0) return [];
  return [`${incomplete} de ${lines} líneas del registro no ${incomplete === 1 ? 'tiene' : 'tienen'} nombre o cargo.`];
}

function asRepresentative({ docType, document, name, role, since }: FoundMember): RepresentativesTable['representantes'][number] {
  return {
    tipo_documento: printedKind(docType),
    numero_documento: printedText(document),
    nombre: printedText(name) ?? notSpecified,
    cargo: printedText(role) ?? notSpecified,
    fecha_desde: printedDay(since),
    participacion: null,
  };
}
