import { Compile } from 'typebox/schema';
import type { Schema } from './operations.js';

const compiled = new WeakMap<Schema, ReturnType<typeof Compile>>();

export function faultsOf(schema: Schema, value: unknown): { instancePath: string; message: string }[] {
  const validator = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, validator);
  return validator.Check(value) ? [] : validator.Errors(value)[1];
}
