type Place = readonly (string | number)[];
type Container = Record<string | number, unknown>;

/** Every place in an answer that has a value, outermost first. */
function placesIn(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...keys].flatMap((key) => [[...place, key], ...placesIn((value as Container)[key], [...place, key])]);
}

function changed(answer: object, place: Place, change: (container: Container, key: string | number) => void): object {
  const copy = structuredClone(answer);
  const container = place.slice(0, -1).reduce((inner, key) => inner[key] as Container, copy as Container);
  change(container, place.at(-1)!);
  return copy;
}

interface Spoiled {
  what: string;
  answer: object;
}

/** The answer without one of its fields, for every field at any depth. */
export function withoutEachField(answer: object): Spoiled[] {
  const fields = placesIn(answer).filter((place) => typeof place.at(-1) === 'string');
  return fields.map((place) => ({
    what: `without ${place.join('.')}`,
    answer: changed(answer, place, (container, key) => delete container[key]),
  }));
}

/** The answer with each of its values replaced in turn by one that cannot be meant. */
export function withEachOfAnotherType(answer: object): Spoiled[] {
  return placesIn(answer).map((place) => ({
    what: `${place.join('.')} of another type`,
    answer: changed(answer, place, (container, key) => (container[key] = anotherType(container[key]))),
  }));
}

function anotherType(value: unknown): unknown {
  if (typeof value === 'string') return 7;
  return typeof value === 'boolean' ? 'sí' : true;
}

const written = /^(?:\d{4}(?:-?\d{2}){1,2}|\d{2}[/-]\d{2}[/-]\d{4})$/;

/** The answer with each of its days and months in turn moved to the year of a typist's error. */
export function withEachDayIn(year: number, answer: object): Spoiled[] {
  const valueAt = (place: Place) => place.reduce<unknown>((inner, key) => (inner as Container)[key], answer);
  const dated = placesIn(answer).filter((place) => written.test(String(valueAt(place))));
  return dated.map((place) => ({
    what: place.map((key) => (typeof key === 'number' ? '*' : key)).join('.'),
    answer: changed(answer, place, (container, key) => (container[key] = String(container[key]).replace(/(?:19|20)\d{2}/, String(year)))),
  }));
}

/** The answer with an extra field in each of its objects. */
export function withNewFields(answer: object): object {
  const withNewField = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withNewField);
    if (typeof value !== 'object' || value === null) return value;
    const grown = Object.entries(value).map(([key, inner]) => [key, withNewField(inner)]);
    return { ...Object.fromEntries(grown), campo_nuevo: { tipo: 'nuevo', valores: [1, null] } };
  };
  return withNewField(answer) as object;
}

export function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFrozen);
  return value;
}
