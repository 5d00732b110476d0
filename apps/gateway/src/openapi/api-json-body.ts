import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';

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
