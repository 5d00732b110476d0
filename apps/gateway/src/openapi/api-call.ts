import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  type ApiResponseSchemaHost,
  getSchemaPath,
} from '@nestjs/swagger';
import type { ErrorCode } from '@vigia/contracts';
import type { TObject, TSchema } from 'typebox';
import { ApiErrors, errorsOf } from './api-errors.js';

/** A schema of the contracts as the document shows it. OpenAPI 3.1 takes JSON schema as it is; the decorators' types do not know yet. */
export function jsonSchema(schema: TSchema): ApiResponseSchemaHost['schema'] {
  return JSON.parse(JSON.stringify(schema)) as ApiResponseSchemaHost['schema'];
}

/** The decorator of the framework takes examples only beside a schema, not beside a class. */
export function ApiJsonBody<T>(type: Type<T>, examples: Record<string, T>): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(type),
    ApiBody({
      required: true,
      schema: { $ref: getSchemaPath(type) },
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    }),
  );
}

export const sessionScheme = 'session';

interface Shown {
  schema: TSchema;
  example: unknown;
}

interface Call {
  summary: string;
  body?: Shown;
  query?: TObject;
  /** Left out where there is nothing to say but that it is done. */
  answer?: Shown & { description: string };
  /** Beside those of every call. */
  errors?: ErrorCode[];
  /** Said whether there is a session or not. */
  isOpen?: true;
}

/** What a call of the panel is, for the document and for its status. */
export function ApiCall({ summary, body, query, answer, errors = [], isOpen }: Call): MethodDecorator {
  return applyDecorators(
    HttpCode(answer ? 200 : 204),
    ApiOperation({ summary, ...(!isOpen && { security: [{ [sessionScheme]: [] }] }) }),
    ...(body ? [ApiBody({ required: true, schema: jsonSchema(body.schema) as object, examples: { usual: { value: body.example } } })] : []),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) =>
      ApiQuery({ name, required: query?.required?.includes(name) ?? false, schema: jsonSchema(schema) as object }),
    ),
    answer
      ? ApiOkResponse({ description: answer.description, schema: jsonSchema(answer.schema), example: answer.example })
      : ApiNoContentResponse({ description: 'done' }),
    ApiErrors(
      ...new Set<ErrorCode>([
        ...(body || query ? (['bad_request'] as const) : []),
        ...errors,
        ...(isOpen ? [] : (['session_missing'] as const)),
        'other_site',
        ...(body ? errorsOf.body : []),
        ...errorsOf.everyCall,
      ]),
    ),
  );
}
