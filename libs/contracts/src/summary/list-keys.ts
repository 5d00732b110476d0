/**
 * The fields that identify the items of a list, in the history and in comparisons of two days. A list without an entry is compared by the
 * value or place of its items.
 */
export const itemKeys: Record<string, readonly string[]> = {
  omisiones_tributarias: ['periodo', 'tributo'],
  calificaciones_financieras: ['calificacion'],
  representantes_legales: ['numero_documento', 'cargo'],
  vinculos: ['rol', 'contraparte.doc', 'entidad'],
  deudas_boletin: ['tipo'],
  resumen: ['tipo'],
  ventanas: ['ventana'],
  variacion_deuda_laboral: ['tipo'],
  datos_trabajadores: ['tipo'],
};

/** The name beside a document number. Where the number is missing or only a part of it is known, the name tells people apart. */
const namesBeside: Record<string, string> = { numero_documento: 'nombre', 'contraparte.doc': 'contraparte.nombre' };
const isWhole = /^[0-9A-Za-z]+$/;

/** What identifies an item, part by part; a part that the item lacks is empty. None for a list without keys. */
export function keyOfItem(list: string, item: object): string[] {
  return (itemKeys[list] ?? []).map((path) => {
    const [part, beside] = [textAt(item, path), namesBeside[path]];
    return beside === undefined || isWhole.test(part) ? part : `${part} ${textAt(item, beside)}`.trim();
  });
}

function textAt(item: unknown, path: string): string {
  const value = path.split('.').reduce((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], item) ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Matched<Item> {
  name: string;
  /** Undefined if the item is in one of the two lists only. */
  from: Item | undefined;
  to: Item | undefined;
}

interface Matching<Item> {
  nameOf: (item: Item) => string;
  /** Equal texts are the same item. */
  textOf: (item: Item) => string;
}

/**
 * Matches the items of two lists by name. Items of one name are numbered: first those that are in both lists, so that a removed item makes
 * no other look changed, then the rest. The numbers do not depend on the order of a list.
 */
export function matchItems<Item>(before: readonly Item[], after: readonly Item[], matching: Matching<Item>): Matched<Item>[] {
  const [was, is] = [byName(before, matching), byName(after, matching)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) =>
    paired(was.get(name) ?? [], is.get(name) ?? []).map(([from, to], place) => ({
      name: place === 0 ? name : `${name} #${place + 1}`,
      from: from?.item,
      to: to?.item,
    })),
  );
}

interface Written<Item> {
  item: Item;
  text: string;
}

/** In the order of their texts. */
function byName<Item>(items: readonly Item[], { nameOf, textOf }: Matching<Item>): Map<string, Written<Item>[]> {
  const named = new Map<string, Written<Item>[]>();
  const written = items.map((item) => ({ item, text: textOf(item) })).sort((a, b) => (a.text < b.text ? -1 : 1));
  for (const one of written) {
    const name = nameOf(one.item);
    named.set(name, [...(named.get(name) ?? []), one]);
  }
  return named;
}

type Pair<Item> = [from: Written<Item> | undefined, to: Written<Item> | undefined];

function paired<Item>(before: readonly Written<Item>[], after: readonly Written<Item>[]): Pair<Item>[] {
  const [same, gone, come]: [Pair<Item>[], Written<Item>[], Written<Item>[]] = [[], [], [...after]];
  for (const one of before) {
    const place = come.findIndex(({ text }) => text === one.text);
    if (place < 0) gone.push(one);
    else same.push([one, ...come.splice(place, 1)] as Pair<Item>);
  }
  return [...same, ...Array.from({ length: Math.max(gone.length, come.length) }, (_, place): Pair<Item> => [gone[place], come[place]])];
}
