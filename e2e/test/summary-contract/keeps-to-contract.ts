import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';

interface Shape {
  properties?: Record<string, TSchema>;
  items?: TSchema;
  anyOf?: TSchema[];
}

/** Every way in which a document differs from its contract, the order of the keys included. */
export function differences(contract: TSchema, document: unknown): string[] {
  const errors = Errors(contract, document).map(({ instancePath, message }) => `${instancePath}: ${message}`);
  return errors.length > 0 ? errors : misplacedKeys(contract, document, '');
}

/** The document is known to be valid: what is looked at here is no part of JSON Schema. */
function misplacedKeys(schema: TSchema, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties, items, anyOf } = schema as Shape;
  if (anyOf)
    return misplacedKeys(
      anyOf.find((one) => Check(one, value))!,
      value,
      path,
    );
  if (Array.isArray(value)) return value.flatMap((item, i) => misplacedKeys(items!, item, `${path}/${i}`));
  const [keys, contracted] = [Object.keys(value), Object.keys(properties!)];
  const here = keys.join() === contracted.join() ? [] : [`${path}: keys in the order ${keys.join()}`];
  return [...here, ...keys.flatMap((key) => misplacedKeys(properties![key]!, (value as Record<string, unknown>)[key], `${path}/${key}`))];
}
