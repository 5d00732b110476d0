import { Readable } from 'node:stream';
import type { Logger } from '@vigia/observability';
import type { FastifyReply } from 'fastify';
import { csvLine, type Cell, type Separator } from './domain/csv.js';

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

interface Csv {
  name: string;
  separator: Separator;
  /** The header of the columns is the first row. */
  rows: AsyncIterable<Cell[][]>;
}

/** A file that grows as it is read. What fails in the middle breaks the connection, so that nobody takes a part for the whole. */
export async function sendCsv(reply: FastifyReply, logger: Logger, { name, separator, rows }: Csv): Promise<void> {
  async function* text(): AsyncGenerator<string> {
    // The mark by which a spreadsheet knows UTF-8.
    yield '\ufeff';
    try {
      for await (const some of rows) yield some.map((cells) => csvLine(cells, separator)).join('');
    } catch (error) {
      logger.error({ err: error }, 'a file was cut off');
      throw error;
    }
  }
  reply.header('vary', 'accept').header('content-disposition', `attachment; filename="${name}.csv"`).type('text/csv; charset=utf-8');
  await reply.send(Readable.from(text(), { objectMode: false }));
}
