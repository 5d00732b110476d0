import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsIn } from './operations-in.js';

/** A field that a body does not name is refused: the classes of bodies do not say so by themselves. */
export function closeBodies(document: OpenAPIObject): void {
  for (const { operation } of operationsIn(document)) {
    const { requestBody } = operation;
    const schema = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined;
    const name = schema && '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
    if (name !== undefined) Object.assign(document.components?.schemas?.[name] ?? {}, { additionalProperties: false });
  }
}
