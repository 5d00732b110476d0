import { nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { registryDay } from '../identificacion/registry-day.js';

/** The insolvency bulletin answers always: listed or not. */
export const bulletinEntry = Type.Object({
  listado: Type.Boolean(),
  procedimiento: nullable(Type.Object({ fecha_publicacion: registryDay })),
});
export type BulletinEntry = Static<typeof bulletinEntry>;
