import type { ApiResponseSchemaHost } from '@nestjs/swagger';
import type { TSchema } from 'typebox';

/** A schema of the contracts as the document shows it. OpenAPI 3.1 takes JSON schema as it is; the decorators' types do not know yet. */
export function jsonSchema(schema: TSchema): ApiResponseSchemaHost['schema'] {
  return JSON.parse(JSON.stringify(schema)) as ApiResponseSchemaHost['schema'];
}
