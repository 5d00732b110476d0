import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, type ApiResponseSchemaHost, getSchemaPath } from '@nestjs/swagger';
import type { TSchema } from 'typebox';

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
