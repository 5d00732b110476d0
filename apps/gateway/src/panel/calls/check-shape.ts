import { type PipeTransform, Body, Query } from '@nestjs/common';
import { instantRule, VigiaError } from '@vigia/contracts';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** A body that keeps to its schema. */
export const CheckedBody = (schema: TSchema): ParameterDecorator => Body(new CheckShape(schema));
/** A query that keeps to its schema; everything in it is text. */
export const CheckedQuery = (schema: TSchema): ParameterDecorator => Query(new CheckShape(schema));

class CheckShape implements PipeTransform {
  private readonly shape;

  constructor(schema: TSchema) {
    this.shape = Compile(schema);
  }

  transform(given: unknown): unknown {
    if (this.shape.Check(given)) return given;
    // What says only that a field is too many has an entry of its own that says which.
    const [fault] = this.shape.Errors(given).filter(({ keyword }) => keyword !== 'boolean');
    throw errorOf(fault as Fault);
  }
}

interface Fault {
  keyword: string;
  instancePath: string;
  params: { additionalProperties?: string[]; allowedValues?: unknown[]; format?: string };
  message: string;
}

const formats: Record<string, string> = { 'date-time': instantRule };

function errorOf({ keyword, instancePath, params, message }: Fault): VigiaError {
  const place = instancePath.slice(1).replaceAll('/', '.');
  const [unknown] = params.additionalProperties ?? [];
  if (unknown !== undefined) return bad(`property ${unknown} should not exist`);
  if (keyword === 'enum') return bad(`${place} must be one of ${params.allowedValues?.join(', ')}`);
  if (keyword === 'format') return bad(`${place} must be ${formats[params.format ?? ''] ?? 'well-formed'}`);
  if (keyword === 'pattern') return bad(`${place} is not well-formed`);
  if (keyword === 'type' && place === '') return VigiaError.of('body_not_object');
  return bad(`${place} ${message}`.trim());
}

function bad(detail: string): VigiaError {
  return VigiaError.of('bad_request', { detail });
}
