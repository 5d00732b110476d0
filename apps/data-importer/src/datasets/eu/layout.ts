import type { Dataset, Notes, SourceFile } from '../dataset.js';
import type { ListedEntity } from '../listed-entity.js';
import { readEuCsv } from './csv.js';
import { readEuXml } from './xml.js';

export const eu: Dataset<'list'> = {
  name: 'eu',
  kind: 'list',
  title: 'European Union: consolidated financial sanctions',
  publisher: 'European Commission, Service for Foreign Policy Instruments',
  licence: 'Reuse of documents of the European Commission (Decision 2011/833/EU), with the source named',
  address: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/csvFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
  cadence: 'two_hourly',
  parser: 4,
  layout: {
    files: { main: /FullSanctionsList[^/]*\.(?:csv|xml)$|^content$/i },
    read,
  },
};

/** The same list in either format. Its first bytes tell the format, because a download has no name of its own. */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<ListedEntity> {
  const main = files.main!;
  let start = '';
  for await (const chunk of main.open()) {
    start += chunk.toString('utf8');
    if (start.trim().length > 1) break;
  }
  yield* start.replace('\uFEFF', '').trimStart().startsWith('<') ? readEuXml(main, notes) : readEuCsv(main, notes);
}
