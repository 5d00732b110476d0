import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { TSchema } from 'typebox';
import { jsonSchema } from '../openapi/json-schema.js';

const text = { schema: { type: 'string' } } as const;

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
    ApiQuery({ name: 'formato', enum: ['json', 'csv'], required: false, description: 'the header Accept does the same' }),
    ApiQuery({
      name: 'separador',
      enum: ['coma', 'punto_y_coma'],
      required: false,
      description: 'of the columns of CSV; `coma` when left out, `punto_y_coma` for a computer whose list separator is `;`',
    }),
    ApiOkResponse({
      description: summary,
      headers: {
        Link: { description: 'of JSON: the next page, `rel="next"`; none on the last', ...text },
        'Content-Disposition': { description: 'of CSV: the name of the file', ...text },
      },
      content: { 'application/json': { schema: jsonSchema(schema), example }, 'text/csv': { ...text, example: csvExample } },
    }),
  );
}
