import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { originFormOf } from '../http/domain/request-target.js';
import { jsonSchema } from '../openapi/api-call.js';

const anyText = { schema: { type: 'string' } } as const;

interface CsvReport {
  summary: string;
  schema: TSchema;
  example: object;
  csvExample: string;
  /** What its reader must know besides. */
  note?: string;
}

/** A report as pages of JSON, or complete as CSV. */
export function ApiCsvReport({ summary, schema, example, csvExample, note }: CsvReport): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      summary,
      description:
        'JSON is sent in pages, with the path of the next page in `enlace_siguiente` and in the header `Link`. CSV is sent whole, for a spreadsheet: ' +
        'UTF-8 with a byte order mark, always with a header row, dates of Lima, numbers with a decimal point. A document is written after its kind (`DNI 00123456`), ' +
        'so that it keeps its zeros. A text that would be read as a formula or a number gets an apostrophe before it. If the last row of a file is missing, ' +
        `the connection broke and the file is not complete.${note ? ` ${note}` : ''}`,
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

export async function sendJson(reply: FastifyReply, answer: { data: { enlace_siguiente: string | null } }): Promise<void> {
  const { enlace_siguiente: link } = answer.data;
  reply.header('vary', 'accept');
  if (link) reply.header('link', `<${link}>; rel="next"`);
  await reply.send(answer);
}
