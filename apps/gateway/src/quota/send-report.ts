import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { VigiaError } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { TSchema } from 'typebox';
import { originFormOf } from '../http/domain/request-target.js';
import { jsonSchema } from '../openapi/api-call.js';

export const separators = { coma: ',', punto_y_coma: ';' } as const;
type Separator = (typeof separators)[keyof typeof separators];

/** A text is guarded, a number and what is exact are not: a spreadsheet may reckon with them. */
export type Cell = string | number | { exact: string } | null;

/** What begins a formula, also in full width, and what would become a number and lose its zeros or its last digits. */
const formulaStart = /(^|[,;\t\r\n"])(?=\s*[=+\-@＝＋－＠\t\r])/g;
const numberLike = /^\s*[\d.,]+(?:e[+-]?\d+)?\s*$/i;

/** RFC 4180, for a spreadsheet that may split lines at the other separator too. */
function csvLine(cells: Cell[], separator: Separator): string {
  return `${cells.map(text).join(separator)}\r\n`;
}

function text(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell !== 'string') return cell.exact;
  const safe = numberLike.test(cell) ? `'${cell}` : cell.replaceAll(formulaStart, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const anyText = { schema: { type: 'string' } } as const;

interface CsvReport {
  summary: string;
  schema: TSchema;
  example: object;
  csvExample: string;
}

/** A report in pages of JSON, or whole as CSV. */
export function ApiCsvReport({ summary, schema, example, csvExample }: CsvReport): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      summary,
      description:
        'JSON comes in pages, with the path of the next one in `enlace_siguiente` and in the header `Link`. CSV comes whole, for a spreadsheet: ' +
        'UTF-8 with its mark, a header always, dates of Lima, numbers with a decimal point. A document stands behind its kind (`DNI 00123456`), ' +
        'so that it keeps its zeros; a text that would be a formula or a number gets an apostrophe before it. A file without its last row is not ' +
        'whole: the connection broke.',
    }),
    ApiOkResponse({
      description: summary,
      headers: {
        Link: { description: 'of JSON: the next page, `rel="next"`; none on the last', ...anyText },
        'Content-Disposition': { description: 'of CSV: the name of the file', ...anyText },
      },
      content: { 'application/json': { schema: jsonSchema(schema), example }, 'text/csv': { ...anyText, example: csvExample } },
    }),
  );
}

/** The same question for the page that follows, as a path with its query. */
export function linkToNext(url: string, parameters: Record<string, string>): string {
  const [path = '', query] = originFormOf(url).split('?', 2);
  const asked = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) asked.set(name, value);
  return `${path}?${asked.toString()}`;
}

/** Every page from the first on. A page is asked for when the reader has taken the one before, so that one of them is in memory. */
export async function* pagesFrom<Page>(first: Page, after: (page: Page) => Promise<Page> | undefined): AsyncGenerator<Page> {
  for (let page: Page | undefined = first; page; page = await after(page)) yield page;
}

export async function sendJson(reply: FastifyReply, answer: { data: { enlace_siguiente: string | null } }): Promise<void> {
  const { enlace_siguiente: link } = answer.data;
  reply.header('vary', 'accept');
  if (link) reply.header('link', `<${link}>; rel="next"`);
  await reply.send(answer);
}

interface Csv<Page> {
  name: string;
  separador?: keyof typeof separators;
  pages: AsyncIterable<Page>;
  /** The header of the columns is the first row. */
  rows: (pages: AsyncIterable<Page>) => AsyncIterable<Cell[][]>;
}

/**
 * A file that grows as it is read. A fault in the middle, or the end of its caller's right, breaks the connection, so that a part is not
 * taken for the whole.
 */
export async function sendCsv<Page>(
  reply: FastifyReply,
  logger: Logger,
  { name, separador = 'coma', pages, rows }: Csv<Page>,
): Promise<void> {
  async function* text(): AsyncGenerator<string> {
    // The mark by which a spreadsheet knows UTF-8.
    yield '\ufeff';
    try {
      for await (const some of rows(allowedPages(pages, reply.request)))
        yield some.map((cells) => csvLine(cells, separators[separador])).join('');
    } catch (error) {
      // That a right has ended is no fault.
      const level = error instanceof VigiaError && error.status === 401 ? 'info' : 'error';
      logger[level]({ err: error }, 'a file was cut off');
      throw error;
    }
  }
  reply.header('vary', 'accept').header('content-disposition', `attachment; filename="${name}.csv"`).type('text/csv; charset=utf-8');
  // Nobody reads what follows the headers of a HEAD: it would be made for nothing, as fast as it can.
  const isRead = reply.request.method !== 'HEAD';
  await reply.send(Readable.from(isRead ? text() : [], { objectMode: false }));
}

/** A client may read a file for hours, so each page but the first is for a caller who could call now. */
async function* allowedPages<Page>(pages: AsyncIterable<Page>, request: FastifyRequest): AsyncGenerator<Page> {
  let isFirst = true;
  for await (const page of pages) {
    if (!isFirst) await request.refuseWithoutRight();
    isFirst = false;
    yield page;
  }
}
