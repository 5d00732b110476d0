import { type Contract, isDay, VigiaError } from '@vigia/contracts';
import type { Peers } from '@vigia/messaging';
import { IsIn } from 'class-validator';
import type { separators } from '../csv/cell.js';
import { type Accepted, acceptedIn } from '../http/domain/negotiation.js';
import { Day, Must, Parameter, type Period } from '../http/url-query.js';
import { Omittable } from '../http/validation.js';

/** Any text: the look-up answers 404 for a text that is not the id of a contract of the corporation. */
export function ContractAsked(description: string): PropertyDecorator {
  return Parameter({ schema: { type: 'string', format: 'uuid' }, required: false, description }, Omittable());
}

/** The last day in the period of a report, whose first is `desde`. */
export function LastDayAsked(description: string, { required = false } = {}): PropertyDecorator {
  const isNotReversed = Must<Period>((hasta, { desde }) => !isAfter(desde, hasta), 'desde must not be after hasta');
  return Day('hasta', description, { required, also: [isNotReversed] });
}

function isAfter(desde: unknown, hasta: unknown): boolean {
  return isDay(desde) && isDay(hasta) && desde > hasta;
}

type Position = { type: 'string'; pattern: string } | { type: 'integer'; minimum: number; maximum: number };

/** The `siguiente` of the previous page. */
export function PositionAsked(name: string, schema: Position, form: RegExp): PropertyDecorator {
  return Parameter(
    { schema, required: false, description: '`siguiente` of the page before' },
    Omittable(),
    Must((text) => typeof text === 'string' && form.test(text), `${name} must be the siguiente of an earlier page`),
  );
}

export interface FileAsked {
  formato?: 'json' | 'csv';
  separador?: keyof typeof separators;
}

export function FormatAsked(): PropertyDecorator {
  return Parameter(
    {
      schema: { type: 'string', title: 'ReportFormat', enum: ['json', 'csv'] },
      required: false,
      description: 'format of the report; when left out, as the header Accept asks',
    },
    Omittable(),
    IsIn(['json', 'csv'], { message: 'formato must be json or csv' }),
  );
}

export function SeparatorAsked(): PropertyDecorator {
  return Parameter(
    {
      schema: { type: 'string', title: 'CsvSeparator', enum: ['coma', 'punto_y_coma'] },
      required: false,
      description: 'separator of the CSV columns; `coma` when left out, `punto_y_coma` for spreadsheets that expect `;`',
    },
    Omittable(),
    IsIn(['coma', 'punto_y_coma'], { message: 'separador must be coma or punto_y_coma' }),
  );
}

/**
 * The query takes precedence over the header, because a link can carry only a query. If two formats have the same quality, the one that is
 * named explicitly wins, else JSON.
 */
export function formatAsked({ formato }: FileAsked, accept?: string): 'json' | 'csv' {
  if (formato) return formato;
  const entries = acceptedIn(accept);
  const [csv, json] = [preferenceFor('text/csv', entries), preferenceFor('application/json', entries)];
  const isCsvNamed = !json.isNamed && csv.isNamed;
  return csv.quality > json.quality || (csv.quality === json.quality && csv.quality > 0 && isCsvNamed) ? 'csv' : 'json';
}

/** Uses the most specific Accept entry for a type; the quality is from 0 to 1. */
function preferenceFor(type: string, entries: Accepted[]): { quality: number; isNamed: boolean } {
  const [kind] = type.split('/');
  const entry = [type, `${kind}/*`, '*/*'].map((range) => entries.find(({ name }) => name === range)).find((one) => one !== undefined);
  return { quality: entry?.quality ?? 0, isNamed: entry?.name === type };
}

export function periodAsked({ desde, hasta }: Period): { from?: string; to?: string } {
  return { ...(desde !== undefined && { from: desde }), ...(hasta !== undefined && { to: hasta }) };
}

/**
 * The requested contract, or else the one in force today, or else the latest one that has ended. A future contract must be requested by its
 * id. A contract of another corporation is not found.
 */
export async function contractNamed(peers: Peers, corporationId: string, contractId: unknown): Promise<Contract> {
  const { contracts } = await peers.ask('contracts.list', { corporationId });
  const contract =
    contractId === undefined
      ? contracts.findLast(({ phase }) => phase !== 'ahead')
      : typeof contractId === 'string' && contracts.find((one) => one.contractId === contractId.toLowerCase());
  if (!contract) throw VigiaError.of('not_found');
  return contract;
}
