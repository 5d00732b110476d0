import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Contract, Quota } from '@vigia/contracts';
import { Type, type Static, type TSchema } from 'typebox';
import { ApiErrors, errorsOf, jsonSchema } from '../openapi/api-call.js';
import { shape } from '../openapi/answer-shape.js';

export const months = (description: string) => Type.Integer({ description });
export const day = Type.String({ format: 'date' });

export const balances = shape('Balances', {
  otorgada: months('monitoring-months granted; the sum of the other three'),
  disponible: months(
    'monitoring-months that can still be used; once the contract has ended, those that were left over, which can no longer be used',
  ),
  reservada: months('monitoring-months set aside for loads under way'),
  consumida: months('monitoring-months used'),
});

export function balancesOf({ granted, available, held, consumed }: Quota) {
  return { otorgada: granted, disponible: available, reservada: held, consumida: consumed };
}

export const endChanges = Type.Array(
  shape('EndChange', {
    fecha: day,
    fin_anterior: day,
    fin_nuevo: day,
    motivo: Type.String({ description: 'reason that the operator gave' }),
  }),
  {
    description: 'every change of the last day of the contract, oldest first; `fin_anterior` of the first one is the day originally agreed',
  },
);

export function endChangesOf({ endChanges: changes }: Contract): Static<typeof endChanges> {
  return changes.map(({ changedOn, from, to, reason }) => ({ fecha: changedOn, fin_anterior: from, fin_nuevo: to, motivo: reason }));
}

export const amount = Type.Number({ description: 'amount in soles' });

const centsOfASol = 100;

export const currency = 'PEN' as const;
export const moneda = Type.Enum([currency], { title: 'Currency' });

/** Exact: a sum of cents below 2^53 has only one nearest number with two decimals. */
export function soles(cents: number): number {
  return cents / centsOfASol;
}

/** With two decimals in any case, and without arithmetic on fractions. */
export function solesText(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The kinds of plan on the wire. */
export const plans = { monthly: 'mensual', one_time: 'pago_unico' } as const;
export const plan = Type.Enum(Object.values(plans), { title: 'Plan' });

/** The same in every contract and balance of the examples. */
export const exampleContract = '5f0c2a1e-8d0b-4a52-9d0e-2f6c1b7a9e10';
export const exampleBalances: Static<typeof balances> = { otorgada: 100, disponible: 94, reservada: 0, consumida: 6 };
export const exampleEndChanges: Static<typeof endChanges> = [
  { fecha: '2026-11-21', fin_anterior: '2026-12-31', fin_nuevo: '2027-12-31', motivo: 'renovado por la adenda 2' },
];

/** A report that takes no parameters. */
export function ApiReport(summary: string, schema: TSchema, example: object): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary, description: 'Shows the present data of your corporation.' }),
    ApiOkResponse({ description: summary, schema: jsonSchema(schema), example }),
    ApiErrors(...errorsOf.token, ...errorsOf.everyCall),
  );
}
