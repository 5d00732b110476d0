import {
  type ArgumentMetadata,
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { ApiParam, type ApiParamOptions, ApiQuery, type ApiQueryOptions } from '@nestjs/swagger';
import { dayRule, isDay, VigiaError } from '@vigia/contracts';
import { ValidateBy, validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Route } from '../routes/route.js';
import { Omittable, refusalOf, validationOptions } from './validation.js';

const parametersKey = Symbol('parameters');
/** The names of the query parameters. */
const namesKey = Symbol('names');
/** `Omit` for a union of options: each of its forms without the name. */
type Unnamed<Options> = Options extends unknown ? Omit<Options, 'name'> : never;

/** A query parameter as a field of a class: how the API reference shows it, and what it must be. */
export function Parameter(shown: Unnamed<ApiQueryOptions>, ...checks: PropertyDecorator[]): PropertyDecorator {
  const documented = documentedBy((name) => ApiQuery({ name, ...shown } as ApiQueryOptions), 'last');
  const named: PropertyDecorator = (prototype, name) => {
    const others = (Reflect.getMetadata(namesKey, prototype) ?? []) as string[];
    Reflect.defineMetadata(namesKey, [...others, String(name)], prototype);
  };
  return applyDecorators(documented, named, ...checks);
}

/** The same for a path parameter. */
export function PathParameter(shown: Unnamed<ApiParamOptions>, ...checks: PropertyDecorator[]): PropertyDecorator {
  const documented = documentedBy((name) => ApiParam({ name, ...shown } as ApiParamOptions), 'first');
  return applyDecorators(documented, ...checks);
}

function documentedBy(decoratorFor: (name: string) => MethodDecorator, place: 'first' | 'last'): PropertyDecorator {
  return (prototype, name) => {
    const others = (Reflect.getMetadata(parametersKey, prototype) ?? []) as MethodDecorator[];
    const own = decoratorFor(String(name));
    Reflect.defineMetadata(parametersKey, place === 'first' ? [own, ...others] : [...others, own], prototype);
  };
}

/** Shows the parameters of a class in the API reference and allows no others. */
export function ApiParameters({ prototype }: Type): MethodDecorator {
  const parameters = Reflect.getMetadata(namesKey, prototype) as string[];
  return applyDecorators(...(Reflect.getMetadata(parametersKey, prototype) as MethodDecorator[]), Route({ parameters }));
}

/** A check in addition to those of class-validator; it may depend on other fields. */
export function Must<T extends object>(
  isMet: (value: unknown, all: T) => boolean,
  message: string | ((all: T) => string),
): PropertyDecorator {
  return ValidateBy({
    name: 'must',
    validator: {
      validate: (value, all) => isMet(value, all?.object as T),
      defaultMessage: (all) => (typeof message === 'string' ? message : message(all?.object as T)),
    },
  });
}

interface DayRules {
  required?: boolean;
  /** Checks that come after that of the day itself. */
  also?: PropertyDecorator[];
}

export function Day(name: string, description: string, { required = false, also = [] }: DayRules = {}): PropertyDecorator {
  const shown = { schema: { type: 'string', format: 'date' }, required, description } as const;
  return Parameter(shown, ...(required ? [] : [Omittable()]), Must(isDay, `${name} must be ${dayRule}`), ...also);
}

export interface Period {
  desde?: string;
  hasta?: string;
}

export function refuseReversed({ desde, hasta }: Period): void {
  if (desde !== undefined && hasta !== undefined && desde > hasta) {
    throw VigiaError.of('bad_request', { detail: 'desde must not be after hasta' });
  }
}

const mostPerPage = 100;

export function PageSize(usual: number): PropertyDecorator {
  const schema = { type: 'integer', minimum: 1, maximum: mostPerPage, default: usual } as const;
  const shown = { schema, required: false, description: 'greatest number of entries on a page' } as const;
  return Parameter(shown, Omittable(), Must(isPageSize, `limit must be a whole number from 1 to ${mostPerPage}`));
}

function isPageSize(limit: unknown): boolean {
  return typeof limit === 'string' && /^[0-9]{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= mostPerPage;
}

const urlParts = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { params, query } = context.switchToHttp().getRequest<FastifyRequest>();
  return { ...(query as object), ...(params as object) };
});

/** The framework's pipe would convert the values and return a promise for every call. A URL holds flat text, which needs neither. */
class UrlValidation implements PipeTransform<object, object> {
  transform(parts: object, { metatype }: ArgumentMetadata): object {
    const given = Object.assign(new (metatype as Type<object>)(), parts);
    const errors = validateSync(given, validationOptions);
    if (errors.length > 0) throw refusalOf(errors);
    return given;
  }
}

export const urlValidation = new UrlValidation();

/** Path and query of a call, checked against the class of the parameter. */
export const FromUrl = (): ParameterDecorator => urlParts(urlValidation);
