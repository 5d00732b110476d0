import { nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';

const share = Type.Number({ minimum: 0, maximum: 1 });

const hit = Type.Object({
  lista: Type.String({ minLength: 1 }),
  tema: Type.Enum(['sancion', 'pep', 'inhabilitacion']),
  id_entidad: Type.String({ minLength: 1 }),
  /** Whether the profile itself was found, or somebody who represents it. */
  sujeto: Type.Enum(['titular', 'representante']),
  nombre_consultado: Type.String(),
  nombre_listado: Type.String(),
  /** The document that both have; null where only the name speaks. */
  documento: nullable(Type.Object({ tipo: Type.String(), numero: Type.String() })),
  /** How far the names are the same. */
  similitud: share,
});
export type Hit = Static<typeof hit>;

/** The lists that were searched, and what was found in them. */
export const screening = Type.Object({
  listas: Type.Array(Type.Object({ lista: Type.String({ minLength: 1 }), version: Type.String({ minLength: 1 }) }), { minItems: 1 }),
  coincidencias: Type.Array(hit),
});
export type Screening = Static<typeof screening>;
