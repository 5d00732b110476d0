import { type TSchema, Type } from 'typebox';

/** An object that the API reference has under its title. It may get more fields later, so it is open. */
export const shape = <P extends Parameters<typeof Type.Object>[0]>(title: string, properties: P) => Type.Object(properties, { title });

/** What every call with a body of its own answers. */
export const answer = <Data extends TSchema>(title: string, data: Data) => shape(title, { statusCode: Type.Integer(), data });
