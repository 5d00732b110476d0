import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { ValidateIf, type ValidationError, type ValidatorOptions } from 'class-validator';

/** No coercion, no unknown fields, and one sentence about the first fault. */
export const validationOptions: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  stopAtFirstError: true,
};

export function refusalOf(errors: ValidationError[]): VigiaError {
  return VigiaError.of('bad_request', { detail: messagesOf(errors)[0] ?? 'not as the API reference says' });
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

function messagesOf(errors: ValidationError[]): string[] {
  return errors.flatMap(({ constraints = {}, children = [] }) => [...Object.values(constraints), ...messagesOf(children)]);
}

/** The field may be left out. Unlike class-validator's IsOptional, null does not count as left out. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
