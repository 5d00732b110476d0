import type { Document } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { printedText } from '../domain/register-values.js';
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
    // The importer writes a dash for what a rejected line lacks.
    const readable = listed.filter(({ name, role }) => printedText(name) !== null && printedText(role) !== null);
    const unread = listed.length - readable.length;
    const trail = readingTrail(unread, unreadNote(unread, listed.length));
    return { outcome: 'data', data: { representantes: readable.map(asRepresentative) }, ...originOf(version), ...trail };
  }
  // A person represents themself. If a company sells nothing to the state, this register knows nothing about it, which does not mean that
  // it has no representatives.
  return taxId.startsWith('10') ? { outcome: 'empty', ...originOf(version) } : { outcome: 'not_contracted' };
}

function asRepresentative({ docType, document, name, role, since }: FoundMember): RepresentativesTable['representantes'][number] {
  return {
    tipo_documento: kindOf(docType),
    numero_documento: printedText(document),
    nombre: name,
    cargo: role,
    fecha_desde: printedDay(since),
    participacion: null,
  };
}

function kindOf(docType: string | null): string {
  const printed = printedText(docType) ?? 'NO ESPECIFICADO';
  if (/NACIONAL DE IDENTIDAD|^(DNI|LE)\b/i.test(printed)) return 'DNI';
  if (/CONTRIBUYENTE|^RUC\b/i.test(printed)) return 'RUC';
  return /EXTRANJER|^CE\b/i.test(printed) ? 'CE' : printed;
}
