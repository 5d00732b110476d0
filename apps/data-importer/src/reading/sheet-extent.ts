import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import { UnreadableFile } from './source-file.js';

/** As large as a sheet can be in a spreadsheet program. */
const [mostRows, mostColumns] = [1_048_576, 16_384];
/** Far more than any register has. */
const mostCells = 10_000_000;

/**
 * The rows and columns that a sheet claims to have. The code that reads sheets fills the gaps before a cell, so that a few bytes would take
 * any amount of memory: one cell in row 4000000000 is enough. It keeps nothing of rows and cells that are only formatted.
 */
export class SheetExtent {
  private readonly parser = sax.parser(true);
  private readonly decoder = new StringDecoder('utf8');
  private row = 0;
  private column = 0;
  /** Up to the last cell with a content. */
  private rows = 0;
  private columns = 0;

  constructor() {
    this.parser.onerror = (error) => {
      throw error;
    };
    this.parser.ondoctype = () => {
      throw new UnreadableFile('form', 'a workbook has no document type');
    };
    this.parser.onopentag = ({ name, attributes }) => {
      const kind = name.split(':').at(-1);
      if (kind === 'v' || kind === 'is') return this.fill();
      if (kind === 'row') [this.row, this.column] = [this.row + 1, 0];
      else if (kind === 'c') this.column += 1;
      else return;
      for (const [attribute, place] of Object.entries(attributes)) {
        if (attribute === 'r' || attribute.endsWith(':r')) this.goTo(String(place));
      }
      if (this.row > mostRows || this.column > mostColumns) refuse(this.row, this.column);
    };
  }

  /** The next piece of the sheet. */
  read(chunk: Buffer): void {
    this.parser.write(this.decoder.write(chunk));
  }

  /** A row such as `12`, or a cell such as `AB12`. */
  private goTo(place: string): void {
    const [, letters, row] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place) ?? [];
    if (letters === undefined) throw new UnreadableFile('form', `a sheet has no place ${JSON.stringify(place.slice(0, 40))}`);
    this.row = Number(row);
    if (letters !== '') this.column = letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  }

  private fill(): void {
    [this.rows, this.columns] = [Math.max(this.rows, this.row), Math.max(this.columns, this.column)];
    if (this.rows * this.columns > mostCells) refuse(this.rows, this.columns);
  }
}

function refuse(rows: number, columns: number): never {
  throw new UnreadableFile('form', `the sheet would have ${rows} rows of ${columns} cells`);
}
