import { barTable, type BarRow } from '../../reading/bar-table.js';
import { CopiedLines } from '../../reading/copied-lines.js';
import type { CopiedRows } from '../../reading/source-file.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import { addressTitles, copyAddress } from '../padron_reducido/address.js';
import { isCompany, rucFaultAt } from '../rucs.js';

const titles = ['RUC', 'UBIGEO', ...addressTitles];
const [ruc, ubigeo, address] = [0, 1, 2];

export const localAnexo: Dataset<'premises'> = {
  name: 'local_anexo',
  kind: 'premises',
  title: 'Padrón reducido: locales anexos',
  publisher: 'SUNAT',
  licence: 'Published for download, without terms; personal data of those who are persons (Ley 29733)',
  address: 'https://www.sunat.gob.pe/descargaPRR/padron_reducido_local_anexo.zip',
  cadence: 'daily',
  parser: 1,
  layout: { files: { main: /^padron_reducido_local_anexo.*\.txt$/i }, read },
};

/** A taxpayer has one line for each of its premises. */
async function* read({ main }: Record<string, SourceFile>, notes: Notes): AsyncGenerator<CopiedRows> {
  const lines = new CopiedLines();
  const take = (row: BarRow) => {
    const { bytes, starts, ends } = row;
    const fault = rucFaultAt(bytes, starts[ruc]!, ends[ruc]!);
    if (fault) return notes.reject({ line: row.line, reason: fault, text: row.wholeLine() });
    if (notes.takes && !isCompany(bytes, starts[ruc]!) && !notes.takes(row.text(ruc))) return;
    lines.value(bytes, starts[ruc]!, ends[ruc]!);
    lines.text(String(row.line));
    lines.value(bytes, starts[ubigeo]!, row.isEmpty(ubigeo) ? starts[ubigeo]! : ends[ubigeo]!, row.isLatin);
    copyAddress(row, address, lines);
    lines.endRow();
  };
  const table = barTable(main!.open(), titles, notes, take);
  while (!(await table.next()).done) if (lines.isEnough) yield lines.taken();
  yield lines.taken();
}
