import type { Schema } from './schema-walk.js';

/** The same schema in a form that client generators read correctly. */
export function plainSchema(schema: Schema): Schema {
  return withoutSecondRule(withNumberFormat(withType(nullableInOne(schema))));
}

/** Turns `anyOf` of a plain schema and null into one schema with two types. A schema with its own title stays separate, as a component. */
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

/** Without a format some generators read numbers as 32-bit floats, which lose cents. */
function withNumberFormat(schema: Schema): Schema {
  return [schema.type].flat().includes('number') ? { format: 'double', ...schema } : schema;
}

/** A generator that reads a text as an instant or an id cannot also check its length or its pattern. */
function withoutSecondRule({ maxLength, pattern, ...schema }: Schema): Schema {
  const isOwnType = schema.format === 'date-time' || schema.format === 'uuid';
  return { ...schema, ...(!isOwnType && { ...(maxLength !== undefined && { maxLength }), ...(pattern !== undefined && { pattern }) }) };
}
