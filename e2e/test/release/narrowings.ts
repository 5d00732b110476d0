/** As JSON Schema has it, of which the contracts use this much. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  [bound: string]: unknown;
}

/** `closed`: the reader refuses a field that it does not know. `open`: it looks only at those that it knows. */
type Reader = 'closed' | 'open';

const atLeast = ['minLength', 'minItems', 'minimum'];
const atMost = ['maxLength', 'maxItems', 'maximum'];
const alike = ['pattern', 'format', 'uniqueItems'];
const understood = new Set([
  ...atLeast,
  ...atMost,
  ...alike,
  'type',
  'enum',
  'const',
  'anyOf',
  'properties',
  'patternProperties',
  'required',
  'additionalProperties',
  'items',
]);

/** Why a value that the writer's schema allows may not be one that the reader's allows: places in it, and what is wrong there. */
export function narrowings(written: Schema, read: Schema, reader: Reader, place = ''): string[] {
  const at = place || '/';
  const unknown = Object.keys(read).filter((word) => !understood.has(word));
  if (unknown.length > 0) return [`${at} uses ${unknown.join(', ')}, which nothing here compares`];
  if (written.anyOf) return written.anyOf.flatMap((one) => narrowings(one, read, reader, place));
  if (read.anyOf) return narrowingsOfForms(written, formsOf(read), reader, place);
  const values = valuesOf(written);
  const allowed = valuesOf(read);
  if (values && allowed) {
    const more = values.filter((value) => !allowed.includes(value));
    return more.length > 0 ? [`${at} may be ${more.map((value) => JSON.stringify(value)).join(', ')}`] : [];
  }
  if (allowed) return [`${at} may be other than ${allowed.map((value) => JSON.stringify(value)).join(', ')}`];
  if (values) return values.every((value) => isOfType(value, read.type)) ? [] : [`${at} may be no ${read.type}`];
  if (read.type && written.type !== read.type && !(written.type === 'integer' && read.type === 'number'))
    return [`${at} may be ${written.type ?? 'anything'}, not only ${read.type}`];
  return [...boundsOf(written, read, at), ...fieldsOf(written, read, reader, place), ...itemsOf(written, read, reader, place)];
}

/** If the reader has several forms, any of them may fit. Where a word tells them apart, such as the reason of a refusal, only those with that word. */
function narrowingsOfForms(written: Schema, forms: Schema[], reader: Reader, place: string): string[] {
  const isTag = ([name, { const: word }]: [string, Schema]) => word !== undefined && forms.some((form) => form.properties?.[name]?.const);
  const [name = '', { const: word } = {}] = Object.entries(written.properties ?? {}).find(isTag) ?? [];
  const possible = word === undefined ? forms : forms.filter(({ properties }) => properties && (properties[name]?.const ?? word) === word);
  if (possible.length === 0) return [`${place}/${name} may be ${JSON.stringify(word)}`];
  return closest(possible.map((form) => narrowings(written, form, reader, place)));
}

function formsOf(read: Schema): Schema[] {
  return read.anyOf ? read.anyOf.flatMap(formsOf) : [read];
}

function boundsOf(written: Schema, read: Schema, at: string): string[] {
  const isLower = (bound: string) => read[bound] !== undefined && Number(written[bound] ?? -Infinity) < Number(read[bound]);
  const isHigher = (bound: string) => read[bound] !== undefined && Number(written[bound] ?? Infinity) > Number(read[bound]);
  const isOther = (bound: string) => read[bound] !== undefined && written[bound] !== read[bound];
  const broken = [...atLeast.filter(isLower), ...atMost.filter(isHigher), ...alike.filter(isOther)];
  return broken.map((bound) => `${at} is not kept to ${bound} ${String(read[bound])}`);
}

function fieldsOf(written: Schema, read: Schema, reader: Reader, place: string): string[] {
  const { properties: known = {}, required = [], patternProperties: patterns = {} } = read;
  const missing = required.filter((name) => !written.required?.includes(name)).map((name) => `${place}/${name} may be missing`);
  const given = Object.entries(written.properties ?? {}).flatMap(([name, schema]) => {
    const field = known[name] ?? Object.entries(patterns).find(([pattern]) => new RegExp(pattern).test(name))?.[1];
    if (field) return narrowings(schema, field, reader, `${place}/${name}`);
    return reader === 'closed' && read.additionalProperties === false ? [`${place}/${name} is not known`] : [];
  });
  const byPattern = Object.entries(written.patternProperties ?? {}).flatMap(([pattern, schema]) => {
    const field = patterns[pattern];
    return field ? narrowings(schema, field, reader, `${place}/${pattern}`) : [`${place}/${pattern} is not known`];
  });
  return [...missing, ...given, ...byPattern];
}

function itemsOf(written: Schema, read: Schema, reader: Reader, place: string): string[] {
  return written.items && read.items ? narrowings(written.items, read.items, reader, `${place}/*`) : [];
}

/** The form that misses by least says best what is wrong. */
function closest(faults: string[][]): string[] {
  return faults.reduce((best, one) => (one.length < best.length ? one : best));
}

function valuesOf({ const: only, enum: several, type }: Schema): unknown[] | undefined {
  if (only !== undefined) return [only];
  if (several) return several;
  return type === 'null' ? [null] : undefined;
}

function isOfType(value: unknown, type: string | undefined): boolean {
  if (type === undefined) return true;
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
