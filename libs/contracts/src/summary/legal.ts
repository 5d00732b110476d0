import { Type, type Static } from 'typebox';
import { day, group, nullable, text } from './fields.js';

const representative = group('RepresentanteLegal', {
  fecha_inicio: nullable(day('start of the position')),
  cargo: text('position, for example GERENTE GENERAL'),
  nombre: text('full name'),
  numero_documento: nullable(text('identity document number; null: the provider gives only a part of it')),
  tipo_documento: text('DNI, CE and so on, as the registry says'),
  participacion: nullable(
    Type.Number({ description: 'share in the company, 75 means 75 %; null: not reported', minimum: 0, maximum: 100 }),
  ),
});

/** The content of the section `legal`, the same in v1 and v2. */
export const legalSection = group('Legal', {
  representantes_legales: Type.Array(representative, { description: 'whoever represents the company, in the order of the registry' }),
  ultima_actualizacion: nullable(day('when a representative was last added')),
});
export type LegalSection = Static<typeof legalSection>;
