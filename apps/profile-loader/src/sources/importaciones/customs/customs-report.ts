import { nullable } from '@vigia/contracts';
import { Type, type Static, type TObject } from 'typebox';
import { registerMonth } from '../../../domain/register-month.js';

// Far beyond any trade, and still exact in cents.
export const dollars = Type.Number({ minimum: 0, maximum: 1e12 });

/** A month's trade in one tariff heading with one country. */
export const operation = Type.Object({
  periodo: registerMonth,
  /** Ten digits, of which the leading zero may be missing. */
  partida: Type.String({ pattern: '^[0-9]{9,10}$' }),
  descripcion: Type.String(),
  pais: Type.String({ minLength: 1 }),
  declaraciones: Type.Integer({ minimum: 0 }),
  fob_usd: dollars,
});
export type Operation = Static<typeof operation>;

const exchangeRate = Type.Object({
  periodo: registerMonth,
  /** Soles per dollar; null where none was published. */
  promedio: nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1_000 })),
});

/** What customs answers about one direction of trade. Who does not trade has no operations, which is an answer too. */
export const customsReport = <O extends TObject>(operations: O) =>
  Type.Object({
    pendiente_de_calculo: Type.Boolean(),
    /** The last month with data published. */
    corte: nullable(registerMonth),
    operaciones: Type.Array(operations),
    tipos_cambio: Type.Array(exchangeRate),
  });

export interface CustomsReport<O extends Operation> {
  pendiente_de_calculo: boolean;
  corte: string | null;
  operaciones: O[];
  tipos_cambio: Static<typeof exchangeRate>[];
}
