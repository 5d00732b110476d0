/** A line of a declaration, as in a weekly customs table. */
export interface CustomsLine {
  declaration: string;
  /** 2026-08-31 */
  day: string;
  document: string;
  heading: string;
  country: string;
  fob: number;
  freight?: number;
  insurance?: number;
  docType?: string;
  deleted?: true;
}

type Column = [name: string, type: 'C' | 'N', width: number, cell: (line: CustomsLine, number: number) => string];

const amount = (value = 0) => value.toFixed(3);

const ofImports: Column[] = [
  ['CODI_ADUAN', 'C', 3, () => '118'],
  ['ANO_PRESE', 'C', 2, () => '26'],
  ['NUME_CORRE', 'C', 6, ({ declaration }) => declaration],
  ['FECH_INGSI', 'C', 8, ({ day }) => day.replaceAll('-', '')],
  ['TIPO_DOCUM', 'C', 1, ({ docType = '4' }) => docType],
  ['LIBR_TRIBU', 'C', 11, ({ document }) => document],
  ['PAIS_ORIGE', 'C', 2, ({ country }) => country],
  ['NUME_SERIE', 'N', 4, (_, number) => String(number)],
  ['PART_NANDI', 'N', 10, ({ heading }) => String(Number(heading))],
  ['FOB_DOLPOL', 'N', 14, ({ fob }) => amount(fob)],
  ['FLE_DOLAR', 'N', 14, ({ freight }) => amount(freight)],
  ['SEG_DOLAR', 'N', 14, ({ insurance }) => amount(insurance)],
];
const ofExports: Column[] = [
  ['CADU', 'C', 3, () => '172'],
  ['FANO', 'C', 2, () => '26'],
  ['NDCL', 'C', 6, ({ declaration }) => declaration],
  ['FNUM', 'C', 8, ({ day }) => day.replaceAll('-', '')],
  ['NDOC', 'C', 11, ({ document }) => document],
  ['CPAIDES', 'C', 2, ({ country }) => country],
  ['NSER', 'N', 4, (_, number) => String(number)],
  ['PART_NANDI', 'N', 10, ({ heading }) => String(Number(heading))],
  ['VFOBSERDOL', 'N', 14, ({ fob }) => amount(fob)],
];

/** A dBase III table, written on that day of 2026. */
export function customsTable(regime: 'imports' | 'exports', lines: CustomsLine[], writtenOn: string): Buffer {
  const columns = regime === 'imports' ? ofImports : ofExports;
  const [, month, day] = writtenOn.split('-').map(Number);
  const header = Buffer.alloc(33 + columns.length * 32);
  header.set([3, 126, month!, day!]);
  header.writeUInt32LE(lines.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(
    columns.reduce((total, [, , width]) => total + width, 1),
    10,
  );
  columns.forEach(([name, type, width], i) => {
    header.write(name, 32 + i * 32, 'latin1');
    header.write(type, 43 + i * 32, 'latin1');
    header[48 + i * 32] = width;
  });
  header[header.length - 1] = 0x0d;
  const records = lines.map((line, i) => {
    const texts = columns.map(([, type, width, cell]) =>
      type === 'N' ? cell(line, i + 1).padStart(width) : cell(line, i + 1).padEnd(width),
    );
    return (line.deleted ? '*' : ' ') + texts.join('');
  });
  return Buffer.concat([header, Buffer.from(`${records.join('')}\u001A`, 'latin1')]);
}

/** `ma31060926.dbf`: the name of a week has its first day, its last day, and the month and year of the last day. */
export function weekName(prefix: 'ma' | 'x', first: string): string {
  const last = new Date(Date.parse(first) + 6 * 86_400_000).toISOString();
  return `${prefix}${first.slice(8)}${last.slice(8, 10)}${last.slice(5, 7)}${last.slice(2, 4)}.dbf`;
}
