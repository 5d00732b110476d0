import { ValidationPipe, type ValidationError, type ValidationPipeOptions } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { ValidateIf } from 'class-validator';

/** No coercion, no unknown field, and one sentence about the first thing that is wrong. */
export const validationOptions: ValidationPipeOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  transform: false,
  stopAtFirstError: true,
  exceptionFactory: (errors) => {
    const detail = firstMessage(errors);
    return detail === undefined ? VigiaError.of('body_not_object') : VigiaError.of('bad_request', { detail });
  },
};
export const strictValidation = new ValidationPipe(validationOptions);

function firstMessage(errors: ValidationError[]): string | undefined {
  for (const { constraints, children } of errors) {
    const message = Object.values(constraints ?? {})[0] ?? firstMessage(children ?? []);
    if (message) return message;
  }
  return undefined;
}

/** May be left out. Unlike class-validator's own IsOptional it does not take null for left out. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
