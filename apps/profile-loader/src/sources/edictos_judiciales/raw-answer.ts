import { Type, type Static } from 'typebox';
import { registryDay } from '../identificacion/registry-day.js';

/** Published notices of courts that name the taxpayer. */
export const publishedEdicts = Type.Object({ edictos: Type.Array(Type.Object({ fecha: registryDay })) });
export type PublishedEdicts = Static<typeof publishedEdicts>;
