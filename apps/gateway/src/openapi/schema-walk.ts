/** A schema of an OpenAPI document, as far as the passes over the document look into it. */
export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  deprecated?: boolean;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  maxLength?: number;
  pattern?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  contentSchema?: Schema;
  additionalProperties?: boolean | Schema;
  properties?: Record<string, Schema>;
}

type Change = (schema: Schema) => Schema;

/** Applies the change to the schema and all its parts, the inner parts first. */
export function changedSchema(schema: Schema, change: Change): Schema {
  const inner = (one: Schema) => changedSchema(one, change);
  const { anyOf, oneOf, allOf, items, contentSchema, additionalProperties, properties } = schema;
  return change({
    ...schema,
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(items && { items: inner(items) }),
    ...(contentSchema && { contentSchema: inner(contentSchema) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)])) }),
  });
}

const asTheyAre = new Set(['example', 'examples', 'default']);

/** Applies the change to every schema in a part of a document; the content of an example is not a schema. */
export function withSchemas(part: unknown, change: Change): unknown {
  if (Array.isArray(part)) return part.map((one) => withSchemas(one, change));
  if (typeof part !== 'object' || part === null) return part;
  const changed = Object.entries(part).map(([name, inner]) => {
    if (name === 'schema') return [name, changedSchema(inner as Schema, change)];
    return [name, asTheyAre.has(name) ? inner : withSchemas(inner, change)];
  });
  return Object.fromEntries(changed);
}
