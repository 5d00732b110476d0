import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { documentForm, documentPattern, type DocType, docTypes, mostMonths } from '@vigia/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { Omittable } from '../http/validation.js';

/** v1 is stable: it does not get CE. */
export const docTypesV1 = ['RUC', 'DNI'] as const;
export type DocTypeV1 = (typeof docTypesV1)[number];

export function TaxId(kinds: readonly DocType[]): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ description: `document number (${documentForm(kinds)})`, pattern: documentPattern(kinds) }),
    IsString({ message: 'taxId must be a string' }),
  );
}

/** Many clients give up after ten seconds by default. */
export const howLongACallWaits =
  'The answer may take a minute: set the read timeout of your client above 60 seconds (75 is safe). After a timeout, repeat the call with the same `Idempotency-Key`.';

/** How the API reference describes the numbers of a batch. */
export function numbersOf(kinds: readonly DocType[]): string {
  return `document numbers, all of the same type (${documentForm(kinds)}); one that does not fit docType is reported in errors`;
}

export function TaxIds(description: string): PropertyDecorator {
  const texts = { each: true, message: 'taxIds must be a list of document numbers' };
  return applyDecorators(
    ApiProperty({ type: [String], minItems: 1, maxItems: 100, description }),
    IsArray({ message: 'taxIds must be a list' }),
    ArrayMinSize(1, { message: 'taxIds must not be empty' }),
    ArrayMaxSize(100, { message: 'taxIds must have at most 100 documents' }),
    IsString(texts),
  );
}

export function KindOfDocument(kinds: readonly DocType[]): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ enum: kinds, ...(kinds === docTypes && { title: 'DocType' }) }),
    IsIn(kinds, { message: `docType must be one of ${kinds.join(', ')}` }),
  );
}

/** A `default` would make generators for TypeScript require the field. */
const leftOut = 'when left out, true';
const monitoringOfALoad = 'true: the profile is monitored; false: it can be read for 48 hours';

export function IsMonitoring(description = monitoringOfALoad): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ description: `${description}; ${leftOut}`, required: false }),
    Omittable(),
    IsBoolean({ message: 'isMonitoring must be true or false' }),
  );
}

export function modeOf(isMonitoring = true): 'monitoring' | 'query' {
  return isMonitoring ? 'monitoring' : 'query';
}

const monthsOfALoad =
  'months of monitoring under a one-time plan, if isMonitoring is true; when left out, as many as fit the contract and the quota; a last month that the end of the contract cuts short counts whole';

export function Months(description = monthsOfALoad): PropertyDecorator {
  const whole = { message: `months must be a whole number from 1 to ${mostMonths}` };
  return applyDecorators(
    ApiProperty({ type: 'integer', minimum: 1, maximum: mostMonths, required: false, description }),
    Omittable(),
    IsInt(whole),
    Min(1, whole),
    Max(mostMonths, whole),
  );
}
