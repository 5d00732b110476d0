import { Type, type Static } from 'typebox';
import { day, group, nullable, text } from '../schema/fields.js';

const representative = group('RepresentanteLegal', {
  fecha_inicio: nullable(day('first day in the position; null: not reported')),
  cargo: text('position in the company, for example GERENTE GENERAL'),
  nombre: text('full name'),
  numero_documento: nullable(text('identity document number; null: unknown, or known only in part')),
  tipo_documento: text('type of the identity document, such as DNI or CE, as the registry writes it'),
  participacion: nullable(
    Type.Number({ description: 'share in the company, 75 means 75 %; null: not reported', minimum: 0, maximum: 100 }),
  ),
});

/** The content of the section `legal`, the same in v1 and v2. */
export const legalSection = group('Legal', {
  representantes_legales: Type.Array(representative, { description: 'legal representatives, in the order of the registry' }),
  ultima_actualizacion: nullable(day('latest first day in a position among the representatives; null: none is known')),
});
export type LegalSection = Static<typeof legalSection>;
