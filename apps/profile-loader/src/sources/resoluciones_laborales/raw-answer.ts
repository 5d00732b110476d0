import { Type, type Static } from 'typebox';
import { soles } from '../../domain/soles.js';
import { registryDay } from '../identificacion/registry-day.js';

/** Fines of the labour inspection, one line per resolution. */
export const labourResolutions = Type.Object({ resoluciones: Type.Array(Type.Object({ fecha: registryDay, monto: soles })) });
export type LabourResolutionList = Static<typeof labourResolutions>;
