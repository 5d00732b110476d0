import { isDeepStrictEqual } from 'node:util';
import type { Schema } from './schema-walk.js';

/**
 * Collects every schema with a title, and returns its replacement. The description of a field stays with the field, because a component may
 * be described differently in each place.
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
