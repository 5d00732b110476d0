import { barTable, type BarRow } from '../../reading/bar-table.js';
import { CopiedLines } from '../../reading/copied-lines.js';
import { UnreadableFile, type Dataset, type Notes, type SourceFile } from '../dataset.js';
import type { CopiedRows } from '../../reading/source-file.js';
import { isCompany, rucFaultAt, SeenRucs } from '../rucs.js';
import { addressTitles, copyAddress } from './address.js';
import { Statuses } from './statuses.js';

const titles = ['RUC', 'NOMBRE O RAZÓN SOCIAL', 'ESTADO DEL CONTRIBUYENTE', 'CONDICIÓN DE DOMICILIO', 'UBIGEO', ...addressTitles];
const [ruc, name, status, condition, ubigeo, address] = [0, 1, 2, 3, 4, 5] as const;

export const padronReducido: Dataset<'taxpayers'> = {
  name: 'padron_reducido',
  kind: 'taxpayers',
  title: 'Padrón reducido del RUC',
  publisher: 'SUNAT',
  licence: 'Published for download, without terms; personal data of those who are persons (Ley 29733)',
  address: 'https://www2.sunat.gob.pe/padron_reducido_ruc.zip',
  cadence: 'daily',
  parser: 1,
  layout: { files: { main: /^padron_reducido_ruc.*\.txt$/i }, read },
};

/** Far more than the guard against rejected lines allows. All of them are kept in memory. */
const mostUnread = 200_000;

/** A row without a name stands for a rejected line: without it, the number would be answered as one that does not exist. */
async function* read({ main }: Record<string, SourceFile>, notes: Notes): AsyncGenerator<CopiedRows> {
  const lines = new CopiedLines();
  const seen = new SeenRucs();
  const statuses = new Statuses();
  const unread = new Set<string>();
  const isTaken = (row: BarRow) => !notes.takes || isCompany(row.bytes, row.starts[ruc]!) || notes.takes(row.text(ruc));
  const take = (row: BarRow) => {
    const { bytes, starts, ends } = row;
    const fault = rucFaultAt(bytes, starts[ruc]!, ends[ruc]!) ?? (row.isEmpty(name) ? 'no_name' : undefined);
    if (fault) {
      notes.reject({ line: row.line, reason: fault, text: row.wholeLine() });
      return noteUnread(row);
    }
    if (!isTaken(row)) return;
    if (!notes.isKeyed && !seen.add(bytes, starts[ruc]!))
      return notes.reject({ line: row.line, reason: 'repeated', text: row.wholeLine() });
    lines.value(bytes, starts[ruc]!, ends[ruc]!);
    lines.value(bytes, starts[name]!, ends[name]!, row.isLatin);
    copyStatus(row);
    copyValue(row, condition);
    copyValue(row, ubigeo);
    copyAddress(row, address, lines);
    lines.endRow();
  };
  const noteUnread = (row: BarRow) => {
    if (!rucFaultAt(row.bytes, row.starts[ruc]!, row.ends[ruc]!) && isTaken(row)) unread.add(row.text(ruc));
    if (unread.size > mostUnread) throw new UnreadableFile('form', `more than ${mostUnread} taxpayers have a line that cannot be read`);
  };
  const copyValue = (row: BarRow, column: number) => {
    const start = row.starts[column]!;
    lines.value(row.bytes, start, row.isEmpty(column) ? start : row.ends[column]!, row.isLatin);
  };
  const copyStatus = (row: BarRow) => {
    if (row.isEmpty(status)) return copyValue(row, status);
    const found = statuses.of(row, status);
    if (!found.isKnown) notes.unknown(row.text(status));
    lines.value(found.written, 0, found.written.length);
  };
  const copyUnread = (number: string) => {
    lines.text(number);
    lines.begin();
    for (let column = status; column <= address; column += 1) lines.null();
    lines.endUncounted();
  };
  const table = barTable(main!.open(), titles, notes, take, noteUnread);
  while (!(await table.next()).done) if (lines.isEnough) yield lines.taken();
  // Another line of the same number may have been readable.
  for (const number of unread) if (notes.isKeyed || seen.add(Buffer.from(number), 0)) copyUnread(number);
  yield lines.taken();
}
