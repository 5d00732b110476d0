import { type TSchema, Type } from 'typebox';

/** An object that the API reference lists under its title. It is open, because it may get more fields later. */
export const shape = <P extends Parameters<typeof Type.Object>[0]>(title: string, properties: P) => Type.Object(properties, { title });

export const orNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {});

/** The common form of answers that carry data. */
export const answer = <Data extends TSchema>(title: string, data: Data) => shape(title, { statusCode: Type.Integer(), data });
