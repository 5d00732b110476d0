/** A row of a list's file: entities with several names have several rows. */
export interface ListedRow {
  id: string;
  kind: 'person' | 'company';
  full_name: string;
}

interface Index {
  add(entity: object): void;
}

const built = new URL('../../../apps/profile-loader/dist/screening/lists/list-index.js', import.meta.url).href;

/** The loader's index of a list, or of its changed part, without the database. */
export async function readIndex(rows: readonly ListedRow[], isPart = false): Promise<{ index: Index }> {
  const { ListIndex } = (await import(built)) as { ListIndex: new (list: object, isForEverybody: boolean) => Index };
  const index = new ListIndex({ lista: 'MEASURED', version: '1', tema: 'sancion', isInvented: false }, isPart);
  const entities = new Map<string, { names: object[]; kind: string }>();
  for (const { id, kind, full_name: text } of rows) {
    const entity = entities.get(id) ?? { kind, names: [] };
    entities.set(id, entity);
    entity.names.push({ text, isWeak: false, order: 'unknown' });
  }
  for (const [id, { kind, names }] of entities)
    index.add({ id, kind, names, documents: [], births: [], countries: [], programmes: [], link: null, until: null });
  return { index };
}
