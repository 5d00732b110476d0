import { barRecords } from '../../reading/lines.js';
import { dniOf, docTypeOf, unwritten, written } from '../cells.js';
import type { Notes, SourceFile } from '../dataset.js';
import type { Sanctioned } from '../rows.js';
import { tableRows, type TableRow } from '../table.js';
import { compactDay } from '../written-days.js';

const columns = {
  cut: 'FECHA_CORTE',
  name: 'NOMBRE_RAZONODENOMINACIONSOCIAL',
  resolution: 'NUMERO_RESOLUCION',
  startsOn: 'FECHA_INICIO',
  endsOn: 'FECHA_FIN',
};
type Common = TableRow<keyof typeof columns | 'document'>;

/** The columns of an OECE register in addition to the shared ones. */
interface Own<Column extends string> {
  titles: { document: string } & { [Name in Column]: string };
  of(row: TableRow<Column>): Pick<Sanctioned, 'authority' | 'reason' | 'amount'> & { details?: Record<string, unknown> };
}

/**
 * Lines are kept as published, with marks: `inverted` if they end before they start, `definitive` if they have no end, `unknownDocument` if
 * the number is neither a RUC nor a DNI, `unknownStart` or `unknownEnd` with a day that the calendar does not have. Without its line a supplier
 * would pass for one that is not sanctioned. So a rejected line whose document can be read is kept too, marked as `unread`: a line without a
 * name, and what a line with a wrong number of cells says of whom it is about.
 */
export async function* sanctions<Column extends string>(file: SourceFile, own: Own<Column>, notes: Notes): AsyncGenerator<Sanctioned> {
  let cut: string | null = null;
  const hasDnis = own.titles.document.includes('DNI');
  // Eight digits may be a day in another place.
  const about = { column: 'document' as const, isReadable: (cell: string) => docTypeOf(cell) === 'RUC' };
  for await (const row of tableRows(barRecords(file.open()), { titles: { ...columns, ...own.titles }, about }, notes)) {
    const { name, resolution, startsOn, endsOn, ...rest } = row as Common;
    cut ??= compactDay(rest.cut);
    const [from, until] = [compactDay(startsOn), compactDay(endsOn)];
    const listed = written(rest.document);
    const document = (hasDnis && listed !== null && dniOf(listed)) || listed;
    const isKnown = ['RUC', 'DNI'].includes(docTypeOf(document ?? '') ?? '');
    const isUnread = written(name) === null;
    if (isUnread && !row.isMisfit) notes.reject({ line: row.line, reason: 'no_name', text: Object.values(row).slice(1).join('|') });
    if (isUnread && !isKnown) continue;
    const { details = {}, ...told } = own.of(row as TableRow<Column>);
    if (isUnread) details.unread = true;
    if (from && until && until < from) details.inverted = true;
    for (const [mark, text] of Object.entries({ unknownStart: startsOn, unknownEnd: endsOn })) {
      if (!isUnknownDay(text)) continue;
      details[mark] = text;
      notes.unknown(text);
    }
    if (!until && !isUnknownDay(endsOn) && !row.isMisfit) details.definitive = true;
    if (!isKnown) details.unknownDocument = true;
    yield { document, name: written(name) ?? unwritten, startsOn: from, endsOn: until, resolution: written(resolution), ...told, details };
  }
  if (cut) notes.published(cut);
}

function isUnknownDay(text: string): boolean {
  return written(text) !== null && !/^0+$/.test(text) && compactDay(text) === null;
}
