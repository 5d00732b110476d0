import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { getMetadataStorage, ValidateIf, type ValidationError, type ValidatorOptions } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { insteadOf } from '../routes/instead-of.js';
import { audienceOf } from '../routes/route.js';

/** No coercion, no unknown fields, and one sentence about the first fault. */
export const validationOptions: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  stopAtFirstError: true,
  // The error about an unknown field needs the class, to name those that there are.
  validationError: { target: true },
};

export function refusalOf(errors: ValidationError[]): VigiaError {
  const [detail = 'not as the API reference says'] = messagesOf(errors);
  return VigiaError.of('bad_request', { detail });
}

/** The framework would look for the fields of the class in a list, and accept an empty object without any check. */
class StrictValidation extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (metadata.type === 'body' && !isObject) throw VigiaError.of('body_not_object');
    return super.transform(value, metadata);
  }
}

export const strictValidation = new StrictValidation({ ...validationOptions, exceptionFactory: refusalOf });

/** Each is made only when it is asked for: a body has room for thousands of unknown fields, and the message about one takes a search. */
function* messagesOf(errors: ValidationError[]): Generator<string> {
  for (const error of errors) {
    const { property, value, constraints = {}, children = [] } = error;
    if (constraints['whitelistValidation'] === undefined) {
      // "must be a string" alone would not say that the field was never received, which is the usual mistake.
      for (const one of Object.values(constraints)) yield value === undefined ? `${property} is missing; ${one}` : one;
      yield* messagesOf(children);
    } else yield unknownField(error);
  }
}

function unknownField({ property, target }: ValidationError): string {
  const { constructor } = target as object;
  const known = getMetadataStorage().getTargetValidationMetadatas(constructor, '', true, false);
  const names = [...new Set(known.map(({ propertyName }) => propertyName))];
  return `unknown field ${property}; ${insteadOf(property, names, 'fields')}`;
}

/**
 * A query contains only names of the API reference, each once: `fehca=2026-01-01` must not return the summary of today. Pages that a
 * browser opens accept any parameter, because mail programs and analytics tools add some.
 */
export function refuseOtherParameters(request: FastifyRequest): void {
  if (!audienceOf(request)) return;
  const { parameters: known = [] } = request.routeOptions.config;
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    if (!known.includes(name)) throw VigiaError.of('parameter_unknown', { name, instead: insteadOf(name, known, 'parameters') });
    if (typeof value !== 'string') throw VigiaError.of('parameter_repeated', { name });
  }
}

/** The field may be left out. Unlike class-validator's IsOptional, null does not count as left out. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
