import { UnreadableFile } from '../../reading/source-file.js';
import { sheetRows } from '../../reading/spreadsheet.js';
import { rucFault, written } from '../cells.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import type { Sanctioned } from '../rows.js';
import { tableRows } from '../table.js';
import { dayMonthYear, isoDay } from '../written-days.js';

const titles = {
  ruc: 'RUC',
  name: 'Razón social',
  address: 'Domicilio fiscal',
  resolution: 'Resolución de atribución como SSCO',
  resolvedOn: 'Fecha de emisión de la resolución',
  firmOn: 'Fecha en que quedó firme',
  representative: 'RUC o documento del representante legal',
  representativeName: 'Apellidos y nombres del representante legal',
  publishedOn: 'Fecha de publicación',
};

export const ssco: Dataset<'sanctioned'> = {
  name: 'ssco',
  kind: 'sanctioned',
  title: 'Sujetos sin capacidad operativa',
  publisher: 'SUNAT',
  licence: 'Published for download, without terms; names representatives, who are persons (Ley 29733)',
  address: 'https://www.sunat.gob.pe/padronesnotificaciones/ssco/sujesincapacidadOperativa.xlsx',
  cadence: 'monthly',
  parser: 1,
  layout: { files: { main: /\.xlsx$/i }, read },
};

/** The register has one line for each representative of a company; they are collected under the company and its resolution. */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Sanctioned> {
  const found = new Map<string, Sanctioned & { details: { representatives: object[] } }>();
  for await (const row of tableRows(tableIn(await sheetRows(files.main!.open())), { titles }, notes)) {
    const fault = rucFault(row.ruc) ?? (written(row.name) === null ? 'no_name' : null);
    if (fault) {
      notes.reject({ line: row.line, reason: fault, text: Object.values(row).slice(1).join('|') });
      continue;
    }
    const key = `${row.ruc} ${row.resolution}`;
    const entry = found.get(key) ?? {
      document: row.ruc,
      name: written(row.name)!,
      startsOn: dayOf(row.publishedOn),
      endsOn: null,
      resolution: written(row.resolution),
      authority: 'SUNAT',
      reason: 'Sujeto sin capacidad operativa',
      amount: null,
      details: { address: written(row.address), resolvedOn: dayOf(row.resolvedOn), firmOn: dayOf(row.firmOn), representatives: [] },
    };
    found.set(key, entry);
    const representative = { document: written(row.representative), name: written(row.representativeName) };
    if (representative.document ?? representative.name) entry.details.representatives.push(representative);
  }
  yield* found.values();
}

/** Rows above the titles are a heading; empty rows are skipped. */
function* tableIn(rows: string[][]): Generator<{ line: number; cells: string[] }> {
  const start = rows.findIndex((row) => row.some((cell) => /^ruc$/i.test(cell)));
  if (start === -1) throw new UnreadableFile('header', 'no row of the workbook has the titles');
  for (const [index, cells] of rows.entries()) {
    if (index >= start && cells.some((cell) => cell !== '')) yield { line: index + 1, cells };
  }
}

function dayOf(cell: string): string | null {
  return isoDay(cell) ?? dayMonthYear(cell);
}
