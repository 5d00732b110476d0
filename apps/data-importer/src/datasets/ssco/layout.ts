import { UnreadableFile } from '../../reading/source-file.js';
import { sheetRows } from '../../reading/spreadsheet.js';
import { rucFault, unwritten, written } from '../cells.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import type { Sanctioned } from '../rows.js';
import { tableRows } from '../table.js';
import { dayMonthYear, isoDay } from '../written-days.js';

const titles = {
  ruc: 'RUC',
  name: 'Razón social',
  address: 'Domicilio fiscal',
  resolution: 'Resolución de atribución como SSCO',
  resolvedOn: ['Fecha de emisión de la resolución de atribución', 'Fecha de emisión de la resolución'],
  firmOn: ['Fecha en la que la resolución de atribución quedó firme', 'Fecha en que quedó firme'],
  representative: ['RUC o documento de identidad del representante legal', 'RUC o documento del representante legal'],
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
  cadence: 'weekly',
  parser: 2,
  layout: { files: { main: /\.xlsx$/i }, read },
};

/**
 * The register has one line for each representative of a company; they are collected under the company and its resolution. A line without a
 * name is rejected, and yet kept under its RUC.
 */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Sanctioned> {
  const found = new Map<string, Sanctioned & { details: { representatives: object[]; unread?: true } }>();
  for await (const row of tableRows(tableIn(await sheetRows(files.main!.open())), { titles }, notes)) {
    const [fault, name] = [rucFault(row.ruc), written(row.name)];
    if (fault || name === null) notes.reject({ line: row.line, reason: fault ?? 'no_name', text: Object.values(row).slice(1).join('|') });
    if (fault) continue;
    const key = `${row.ruc} ${row.resolution}`;
    const entry = found.get(key) ?? {
      document: row.ruc,
      name: unwritten,
      startsOn: dayOf(row.publishedOn),
      endsOn: null,
      resolution: written(row.resolution),
      authority: 'SUNAT',
      reason: 'Sujeto sin capacidad operativa',
      amount: null,
      details: { address: written(row.address), resolvedOn: dayOf(row.resolvedOn), firmOn: dayOf(row.firmOn), representatives: [] },
    };
    found.set(key, entry);
    if (name === null) entry.details.unread = true;
    else if (entry.name === unwritten) entry.name = name;
    const representative = { document: written(row.representative), name: written(row.representativeName) };
    if (representative.document ?? representative.name) entry.details.representatives.push(representative);
  }
  for (const { details, ...entry } of found.values())
    yield { ...entry, details: { ...details, representatives: inOneOrder(details.representatives) } };
}

/** Each once, so that an entry changes only when it says something else. */
function inOneOrder(representatives: object[]): object[] {
  return [...new Set(representatives.map((one) => JSON.stringify(one)))].toSorted().map((text) => JSON.parse(text) as object);
}

/** Rows above the titles are a heading, and foot-notes stand below the table, with their marks in the titles. Empty rows are skipped. */
export function* tableIn(rows: string[][]): Generator<{ line: number; cells: string[] }> {
  const start = rows.findIndex((row) => row.some((cell) => /^ruc$/i.test(cell)));
  if (start === -1) throw new UnreadableFile('header', 'no row of the workbook has the titles');
  for (const [index, cells] of rows.entries()) {
    const first = cells.find((cell) => cell !== '');
    if (index < start || first === undefined || /^\(\d\)/.test(first)) continue;
    yield { line: index + 1, cells: index === start ? cells.map((title) => title.replace(/\(\d\)$/, '').trimEnd()) : cells };
  }
}

function dayOf(cell: string): string | null {
  return isoDay(cell) ?? dayMonthYear(cell);
}
