import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { VigiaError } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { TSchema } from 'typebox';
import { originFormOf } from '../http/domain/request-text.js';
import { jsonSchema } from '../openapi/api-call.js';
import { countOpenFile } from '../limits/open-files.js';

export const separators = { coma: ',', punto_y_coma: ';' } as const;
type Separator = (typeof separators)[keyof typeof separators];

/** Text is guarded; numbers and exact values are not, so that a spreadsheet can calculate with them. */
export type Cell = string | number | { exact: string } | null;

/** What begins a formula, also in full width, and what a spreadsheet would turn into a number without its zeros or its last digits. */
const formulaStart = /(^|[,;\t\r\n"])(?=\s*[=+\-@＝＋－＠\t\r])/g;
const numberLike = /^\s*[\d.,]+(?:e[+-]?\d+)?\s*$/i;

/** RFC 4180, for a spreadsheet that may also split lines at the other separator. */
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

/** A report as pages of JSON, or complete as CSV. */
export function ApiCsvReport({ summary, schema, example, csvExample }: CsvReport): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      summary,
      description:
        'JSON is sent in pages, with the path of the next page in `enlace_siguiente` and in the header `Link`. CSV is sent whole, for a spreadsheet: ' +
        'UTF-8 with a byte order mark, always with a header row, dates of Lima, numbers with a decimal point. A document is written after its kind (`DNI 00123456`), ' +
        'so that it keeps its zeros. A text that would be read as a formula or a number gets an apostrophe before it. If the last row of a file is missing, ' +
        'the connection broke and the file is not complete.',
    }),
    ApiOkResponse({
      description: summary,
      headers: {
        Link: { description: 'path of the next page of JSON, with `rel="next"`; not sent on the last page', ...anyText },
        'Content-Disposition': { description: 'name of the CSV file', ...anyText },
      },
      content: { 'application/json': { schema: jsonSchema(schema), example }, 'text/csv': { ...anyText, example: csvExample } },
    }),
  );
}

/** The same call for the next page, as a path with its query. */
export function linkToNext(url: string, parameters: Record<string, string>): string {
  const [path = '', query] = originFormOf(url).split('?', 2);
  const asked = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) asked.set(name, value);
  return `${path}?${asked.toString()}`;
}

/** Every page, starting with the first. Asks for a page when the reader has taken the previous one, so that only one is in memory. */
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
  /** The column header is the first row. */
  rows: (pages: AsyncIterable<Page>) => AsyncIterable<Cell[][]>;
}

/**
 * A file that is made while the client reads it. An error in the middle, or a caller who may no longer call, breaks the connection, so that
 * nobody takes a part for the whole.
 */
export async function sendCsv<Page>(
  reply: FastifyReply,
  logger: Logger,
  { name, separador = 'coma', pages, rows }: Csv<Page>,
): Promise<void> {
  async function* text(): AsyncGenerator<string> {
    // The byte order mark by which a spreadsheet recognizes UTF-8.
    yield '\ufeff';
    try {
      for await (const some of rows(allowedPages(pages, reply.request)))
        yield some.map((cells) => csvLine(cells, separators[separador])).join('');
    } catch (error) {
      // A caller who may no longer call is no error of ours.
      const level = error instanceof VigiaError && error.status === 401 ? 'info' : 'error';
      logger[level]({ err: error }, 'a file was cut off');
      throw error;
    }
  }
  // Nobody reads the body of a HEAD answer, so it is not made.
  const isRead = reply.request.method !== 'HEAD';
  if (isRead) countOpenFile(reply);
  reply.header('vary', 'accept').header('content-disposition', `attachment; filename="${name}.csv"`).type('text/csv; charset=utf-8');
  await reply.send(Readable.from(isRead ? text() : [], { objectMode: false }));
}

/** A client may read a file for hours, so each further page needs a caller who could still call now. */
async function* allowedPages<Page>(pages: AsyncIterable<Page>, request: FastifyRequest): AsyncGenerator<Page> {
  let isFirst = true;
  for await (const page of pages) {
    if (!isFirst) await request.refuseWithoutRight();
    isFirst = false;
    yield page;
  }
}
