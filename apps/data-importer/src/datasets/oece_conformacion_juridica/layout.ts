import { docTypeNamed } from '@vigia/contracts';
import { barRecords } from '../../reading/lines.js';
import { dniOf, docTypeOf, rucFault, unwritten, written } from '../cells.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import type { Member } from '../rows.js';
import { tableRows } from '../table.js';
import { compactDay } from '../written-days.js';
import { attached } from '../oece_sancionados/attached.js';

const titles = {
  cut: 'FECHA_CORTE',
  type: 'TIPO_DOCUMENTO',
  document: 'NUMERO_DOCUMENTO',
  name: 'NOMBRE_RAZONODENOMINACIONSOCIAL',
  ruc: 'RUC',
  role: 'TIPO_CONF_JURIDICA',
  since: 'FECHA_INICIO_VIGENCIA',
  form: 'DE_FORMA_SOCIETARIA',
};

const file = /conformacion_juridica\.csv$/i;

export const oeceConformacionJuridica: Dataset<'suppliers'> = {
  name: 'oece_conformacion_juridica',
  kind: 'suppliers',
  title: 'Socios, representantes y órganos de los proveedores del Estado',
  publisher: 'OECE',
  licence: 'Published on its wiki for download; no terms were found; nearly all lines are about persons (Ley 29733)',
  address: 'https://osce-gob-pe.atlassian.net/wiki/rest/api/content/106889267/child/attachment?limit=50',
  filesOn: attached(file),
  hosts: ['atlassian.com'],
  cadence: 'weekly',
  parser: 3,
  layout: { files: { main: file }, read },
};

async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Member> {
  let cut: string | null = null;
  for await (const row of tableRows(barRecords(files.main!.open()), { titles, unread: ['ID_FORMA_SOCIETARIA'] }, notes)) {
    cut ??= compactDay(row.cut);
    const { docType, document } = documentOf(row.type, row.document);
    const [name, role] = [written(row.name), written(row.role)];
    const reason = rucFault(row.ruc) ?? (name === null ? 'no_name' : role === null ? 'no_role' : null);
    if (reason) notes.reject({ line: row.line, reason, text: Object.values(row).slice(1).join('|') });
    if (rucFault(row.ruc)) continue;
    const rest = { docType, document, since: compactDay(row.since), legalForm: written(row.form) };
    yield { ruc: row.ruc, name: name ?? unwritten, role: role ?? unwritten, ...rest };
  }
  if (cut) notes.published(cut);
}

/** "Not specified" counts as empty. */
function documentOf(type: string, number: string): { docType: string | null; document: string | null } {
  const document = written(number);
  if (document === null || /NO ESPECIFICADO/i.test(type)) return { docType: null, document: null };
  const [kind, dni] = [docTypeNamed(type), dniOf(document)];
  if (kind === 'DNI' && dni) return { docType: 'DNI', document: dni };
  if (kind === 'RUC' && docTypeOf(document) === 'RUC') return { docType: 'RUC', document };
  return { docType: written(type), document };
}
