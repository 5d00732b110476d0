import { nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { inSoles, soles } from '../../domain/soles.js';
import { registryDay } from '../identificacion/registry-day.js';

/** Protested titles. One that was paid later stays listed, with the day of its payment. */
export const protestedTitles = Type.Object({
  titulos: Type.Array(Type.Object({ fecha: registryDay, monto: soles, moneda: inSoles, fecha_regularizacion: nullable(registryDay) })),
});
export type ProtestedTitles = Static<typeof protestedTitles>;
