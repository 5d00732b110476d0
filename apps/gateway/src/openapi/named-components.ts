import { isDeepStrictEqual } from 'node:util';
import type { Schema } from './schema-walk.js';

/**
 * Collects every schema that has a title, and gives what stands in its place. What a field says of itself stays with the field: the
 * same component may be described differently where it is used.
 */
export class NamedComponents {
  readonly schemas: Record<string, Schema> = {};

  readonly named = (schema: Schema): Schema => {
    const { title, description, deprecated, ...content } = schema;
    if (title === undefined) return schema;
    const known = this.schemas[title];
    if (known && !isDeepStrictEqual(known, content)) throw new Error(`two schemas of the API reference are called ${title}`);
    this.schemas[title] = content;
    return { $ref: `#/components/schemas/${title}`, ...(description && { description }), ...(deprecated && { deprecated }) };
  };
}
