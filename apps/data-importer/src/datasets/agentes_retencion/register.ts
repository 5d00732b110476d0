import { barRecords } from '../../reading/bars.js';
import { rucFault, written } from '../cells.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import type { Mark } from '../rows.js';
import { tableRows } from '../table.js';
import { dayMonthYear } from '../written-days.js';

const titles = { ruc: 'Ruc', name: 'Nombre/Razon', since: 'A partir del', resolution: 'Resolucion' };

/** SUNAT's registers of agents and of good taxpayers have one layout; a second text in the archive is not read. */
export const registerLayout = (main: RegExp): Dataset<'marks'>['layout'] => ({ files: { main, ignored: /\.txt$/i }, read });

async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Mark> {
  for await (const { line, ruc, name, since, resolution } of tableRows(barRecords(files.main!.open()), { titles }, notes)) {
    const reason = rucFault(ruc) ?? (written(since) && !dayMonthYear(since) ? 'no_such_day' : null);
    if (reason) notes.reject({ line, reason, text: [ruc, name, since, resolution].join('|') });
    else yield { ruc, name: written(name), since: dayMonthYear(since), resolution: written(resolution) };
  }
}
