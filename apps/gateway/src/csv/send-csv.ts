import { VigiaError } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { OpenByCorporation } from '../limits/open-by-corporation.js';
import { type Cell, csvLine, separators } from './cell.js';

/** Every page, starting with the first. Asks for a page when the reader has taken the previous one, so that only one is in memory. */
export async function* pagesFrom<Page>(first: Page, after: (page: Page) => Promise<Page> | undefined): AsyncGenerator<Page> {
  for (let page: Page | undefined = first; page; page = await after(page)) yield page;
}

export interface Csv<Page> {
  name: string;
  separador?: keyof typeof separators;
  pages: AsyncIterable<Page>;
  /** The column header is the first row. */
  rows: (pages: AsyncIterable<Page>) => AsyncIterable<Cell[][]>;
}

/** More than the people and programs of a corporation download at once. A file whose client stops reading keeps a page in memory. */
const mostOpen = 10;
const openFiles = new OpenByCorporation('files', mostOpen);

/**
 * A file that is made while the client reads it. An error in the middle, or a caller who may no longer call, breaks the connection, so that
 * nobody takes a part for the whole. This returns when the file has begun.
 */
export function sendCsv<Page>(reply: FastifyReply, logger: Logger, { name, separador = 'coma', pages, rows }: Csv<Page>): void {
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
  if (isRead) openFiles.count(reply.request, reply.raw);
  reply.header('vary', 'accept').header('content-disposition', `attachment; filename="${name}.csv"`).type('text/csv; charset=utf-8');
  void reply.send(Readable.from(isRead ? text() : [], { objectMode: false }));
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
