import { barRecords } from '../../reading/lines.js';
import { rucFault, written } from '../cells.js';
import { UnreadableFile, type Dataset, type Notes, type SourceFile } from '../dataset.js';
import type { Mark } from '../rows.js';
import { tableRows } from '../table.js';
import { dayMonthYear } from '../written-days.js';

const titles = { ruc: 'Ruc', name: 'Nombre/Razon', since: 'A partir del', resolution: 'Resolucion' };

/** Lines about some five million taxpayers. */
export const mostBytes = 512 * 1024 ** 2;

type Register = 'AgenRet_TXT' | 'AgenPerc_TXT' | 'AgenPercVI_TXT' | 'BueCont_TXT';

/**
 * SUNAT's registers of agents and of good taxpayers share one layout and differ only in the names that SUNAT gives them: a file with the
 * name of another register is refused. A second text in the archive is not read.
 */
export const registerLayout = (own: Register): Dataset<'marks'>['layout'] => ({
  files: { main: new RegExp(`^${own}[^/]*\\.txt$`, 'i'), ignored: /\.txt$/i },
  read(files, notes) {
    const { name } = files.main!;
    const [told] = /(?:AgenRet|AgenPerc|AgenPercVI|BueCont)_TXT/i.exec(name) ?? [];
    if (told && told.toLowerCase() !== own.toLowerCase()) throw new UnreadableFile('archive', `${name} has the name of another register`);
    return read(files, notes);
  },
});

async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Mark> {
  for await (const { line, ruc, name, since, resolution } of tableRows(barRecords(files.main!.open()), { titles }, notes)) {
    const reason = rucFault(ruc) ?? (written(since) && !dayMonthYear(since) ? 'no_such_day' : null);
    if (reason) notes.reject({ line, reason, text: [ruc, name, since, resolution].join('|') });
    else yield { ruc, name: written(name), since: dayMonthYear(since), resolution: written(resolution) };
  }
}
