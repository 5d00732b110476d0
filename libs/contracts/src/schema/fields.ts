import { type TSchema, Type } from 'typebox';

/** The kinds of field that the sections of a summary are made of. Null always means that nothing is registered. */
export const nullable = <T extends TSchema>(schema: T, options: { description?: string; deprecated?: boolean } = {}) =>
  Type.Union([schema, Type.Null()], options);

/**
 * A closed object: the sections are documented completely, and an extra field is as wrong as a missing one. The API reference lists it
 * under its title.
 */
export const group = <P extends Parameters<typeof Type.Object>[0]>(title: string, properties: P, options: { description?: string } = {}) =>
  Type.Object(properties, { additionalProperties: false, title, ...options });

export const text = (description: string) => Type.String({ description });
export const day = (description: string) => Type.String({ description, format: 'date' });
/** YYYY-MM */
export const month = (description: string) => Type.String({ description, pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' });
/** MM/YYYY */
export const monthSlashYear = (description: string) => Type.String({ description, pattern: '^(0[1-9]|1[0-2])/[0-9]{4}$' });
export const amount = (description: string) => Type.Number({ description });
export const count = (description: string) => Type.Integer({ description });

/** A closed object: a field that is not in the contract is refused on arrival. */
export function closed<P extends Parameters<typeof Type.Object>[0]>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}
