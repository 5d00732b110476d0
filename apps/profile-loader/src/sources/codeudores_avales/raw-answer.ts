import { creditRatings, month, nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { soles } from '../../domain/soles.js';

const link = Type.Object({
  direccion: Type.Enum(['a_favor', 'como_garante']),
  rol: Type.Enum(['aval', 'codeudor']),
  contraparte: Type.Object({ tipo_documento: Type.String(), numero_documento: Type.String(), nombre: Type.String() }),
  entidad: nullable(Type.String()),
  monto: nullable(soles),
  calificacion: nullable(Type.Enum([...creditRatings])),
});
export type Link = Static<typeof link>;

/** Who answers for whose debt, at one cut. */
export const debtLinks = Type.Object({ corte: nullable(month('the cut')), vinculos: Type.Array(link) });
export type DebtLinks = Static<typeof debtLinks>;
