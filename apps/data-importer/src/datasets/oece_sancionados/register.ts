import { barRecords } from '../../reading/lines.js';
import { docTypeOf, written } from '../cells.js';
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
type Common = TableRow<keyof typeof columns>;

/** The columns of an OECE register in addition to the shared ones. */
interface Own<Column extends string> {
  titles: { [Name in Column]: string };
  of(row: TableRow<Column>): Pick<Sanctioned, 'document' | 'authority' | 'reason' | 'amount'> & { details?: Record<string, unknown> };
}

/**
 * Lines are kept as published, with marks: `inverted` if they end before they start, `definitive` if they have no end, `unknownDocument` if
 * the number is neither a RUC nor a DNI.
 */
export async function* sanctions<Column extends string>(file: SourceFile, own: Own<Column>, notes: Notes): AsyncGenerator<Sanctioned> {
  let cut: string | null = null;
  for await (const row of tableRows(barRecords(file.open()), { titles: { ...columns, ...own.titles } }, notes)) {
    const { name, resolution, startsOn, endsOn, ...rest } = row as Common;
    cut ??= compactDay(rest.cut);
    const [from, until] = [compactDay(startsOn), compactDay(endsOn)];
    const noSuchDay = [startsOn, endsOn].some((text) => written(text) !== null && !/^0+$/.test(text) && compactDay(text) === null);
    if (noSuchDay || written(name) === null) {
      notes.reject({ line: row.line, reason: noSuchDay ? 'no_such_day' : 'no_name', text: Object.values(row).slice(1).join('|') });
      continue;
    }
    const { details = {}, ...told } = own.of(row as TableRow<Column>);
    if (from && until && until < from) details.inverted = true;
    if (!until) details.definitive = true;
    if (!['RUC', 'DNI'].includes(docTypeOf(told.document ?? '') ?? '')) details.unknownDocument = true;
    yield { name: written(name)!, startsOn: from, endsOn: until, resolution: written(resolution), ...told, details };
  }
  if (cut) notes.published(cut);
}
