import { isDay } from '@vigia/contracts';
import { IsIn } from 'class-validator';
import { Must, Parameter } from '../http/url-query.js';
import { Omittable } from '../http/validation.js';
import { separators } from './domain/csv.js';

type Check = PropertyDecorator;

/** The contract is looked up: one that cannot be is not found, like one of another corporation. */
export function ContractAsked(description: string): PropertyDecorator {
  return Parameter({ schema: { type: 'string', format: 'uuid' }, required: false, description }, Omittable());
}

export interface Period {
  desde?: string;
  hasta?: string;
}

/** A day of the period that a report is about. */
export function DayAsked(name: keyof Period, { required, description }: { required: boolean; description: string }): PropertyDecorator {
  const checks: Check[] = [Must(isDay, `${name} must be a day, written YYYY-MM-DD`)];
  if (name === 'hasta') checks.push(Must<Period>((hasta, { desde }) => !isAfter(desde, hasta), 'desde must not be after hasta'));
  const shown = { schema: { type: 'string', format: 'date' }, required, description } as const;
  return Parameter(shown, ...(required ? [] : [Omittable()]), ...checks);
}

function isAfter(desde: unknown, hasta: unknown): boolean {
  return isDay(desde) && isDay(hasta) && desde > hasta;
}

/** `siguiente` of the page before. */
export function PositionAsked(name: string, type: 'string' | 'integer', form: RegExp): PropertyDecorator {
  return Parameter(
    { schema: { type }, required: false, description: 'siguiente of the page before' },
    Omittable(),
    Must((text) => typeof text === 'string' && form.test(text), `${name} must be what an earlier page gave as siguiente`),
  );
}

export interface FileAsked {
  formato?: 'json' | 'csv';
  separador?: keyof typeof separators;
}

export function FormatAsked(): PropertyDecorator {
  return Parameter(
    { enum: ['json', 'csv'], required: false, description: 'the header Accept does the same' },
    Omittable(),
    IsIn(['json', 'csv'], { message: 'formato must be json or csv' }),
  );
}

export function SeparatorAsked(): PropertyDecorator {
  return Parameter(
    {
      enum: ['coma', 'punto_y_coma'],
      required: false,
      description: 'of the columns of CSV; `coma` when left out, `punto_y_coma` for a computer whose list separator is `;`',
    },
    Omittable(),
    IsIn(['coma', 'punto_y_coma'], { message: 'separador must be coma or punto_y_coma' }),
  );
}

/** The query goes before the header: a link can carry only the one. */
export function formatAsked({ formato }: FileAsked, accept = ''): 'json' | 'csv' {
  return formato ?? (accept.includes('text/csv') && !accept.includes('application/json') ? 'csv' : 'json');
}

export function periodAsked({ desde, hasta }: Period): { from?: string; to?: string } {
  return { ...(desde !== undefined && { from: desde }), ...(hasta !== undefined && { to: hasta }) };
}
