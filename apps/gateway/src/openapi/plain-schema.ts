import type { Schema } from './schema-walk.js';

/** The same schema in the words that generators of clients read rightly. */
export function plainSchema(schema: Schema): Schema {
  return withoutSecondRule(withNumberFormat(withType(nullableInOne(schema))));
}

/** `anyOf` of a plain schema and null is one schema of two types. What has a title of its own stays apart, as a component. */
function nullableInOne(schema: Schema): Schema {
  const { anyOf, ...outer } = schema;
  const own = anyOf?.find((one) => one.type !== 'null');
  if (!own || anyOf?.length !== 2 || !anyOf.some((one) => one.type === 'null')) return schema;
  if (own.title === undefined && typeof own.type === 'string') {
    return { ...own, ...outer, type: [own.type, 'null'], ...(own.enum && { enum: [...own.enum, null] }) };
  }
  const { description, ...named } = own;
  return { ...(description !== undefined && { description }), ...outer, anyOf: [named, { type: 'null' }] };
}

function withType(schema: Schema): Schema {
  if (!schema.enum || schema.type !== undefined) return schema;
  const [type, ...others] = new Set(schema.enum.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)));
  return others.length > 0 ? schema : { type, ...schema };
}

/** Without a format some generators read numbers as floats of 32 bits, which lose cents. */
function withNumberFormat(schema: Schema): Schema {
  return [schema.type].flat().includes('number') ? { format: 'double', ...schema } : schema;
}

/** A generator that reads an instant or an id as such cannot check its length or its letters as well. */
function withoutSecondRule({ maxLength, pattern, ...schema }: Schema): Schema {
  const isOwnType = schema.format === 'date-time' || schema.format === 'uuid';
  return { ...schema, ...(!isOwnType && { ...(maxLength !== undefined && { maxLength }), ...(pattern !== undefined && { pattern }) }) };
}
