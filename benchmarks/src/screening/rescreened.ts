import { readIndex, type ListedRow } from './list-files.js';
import { read } from './pairs.js';

interface Hit {
  id_entidad: string;
  similitud: number;
  documento: unknown;
}
type Index = Awaited<ReturnType<typeof readIndex>>['index'];
type Screen = (lists: Index[], subjects: object[], today: string) => { coincidencias: Hit[] };

const built = new URL('../../../apps/profile-loader/dist/screening/screen-profile.js', import.meta.url).href;
const today = '2026-01-01';
const changesOfADay = 30;

/** The cost of comparing only the changed entries against the cost of comparing the whole list, with the same hits in the end. */
export async function measureRescreening(files: { before: string; after: string; people: string }, subjects: number): Promise<string> {
  const { screenProfile } = (await import(built)) as { screenProfile: Screen };
  const [before, after] = [read<ListedRow>(files.before), read<ListedRow>(files.after)];
  const [said, says] = [namesById(before), namesById(after)];
  const changed = new Set([...said.keys(), ...says.keys()].filter((id) => said.get(id) !== says.get(id)));
  const removed = [...changed].filter((id) => !says.has(id)).length;
  const ofChanged = after.filter(({ id }) => changed.has(id));
  const ofADay = new Set([...new Set(ofChanged.map(({ id }) => id))].slice(0, changesOfADay));
  const [old, whole, part, day] = await Promise.all([
    readIndex(before),
    readIndex(after),
    readIndex(ofChanged, true),
    readIndex(
      ofChanged.filter(({ id }) => ofADay.has(id)),
      true,
    ),
  ]);
  const asked = peopleOf(files.people, after, subjects);
  const hitsOf = (index: Index, nombre: string) =>
    screenProfile([index], [{ sujeto: 'titular', nombre, documentos: [], nacimiento: null, paises: [] }], today).coincidencias;

  const first = asked.map((name) => hitsOf(old.index, name));
  const timed = <T>(work: () => T): [T, number] => {
    const { user, system } = process.cpuUsage();
    const done = work();
    const used = process.cpuUsage();
    return [done, (used.user + used.system - user - system) / 1e6];
  };
  const [full, fullS] = timed(() => asked.map((name) => hitsOf(whole.index, name)));
  const [touched, partS] = timed(() =>
    asked.map((name, i) => first[i]!.some(({ id_entidad: id }) => changed.has(id)) || hitsOf(part.index, name).length > 0),
  );
  const [, againS] = timed(() => asked.forEach((name, i) => touched[i] && hitsOf(whole.index, name)));
  const [touchedInADay, dayS] = timed(() => asked.filter((name) => hitsOf(day.index, name).length > 0));
  const [, dayAgainS] = timed(() => touchedInADay.forEach((name) => hitsOf(whole.index, name)));
  const differing = asked.filter((_, i) => !touched[i] && written(first[i]!) !== written(full[i]!)).length;
  const some = touched.filter(Boolean).length;
  return [
    `${says.size} entities after ${said.size}: ${changed.size} changed in a name, ${removed} of them gone`,
    `  ${asked.length} subjects: whole ${fullS.toFixed(1)} s of processor time, by what changed ${(partS + againS).toFixed(1)} s, a share of ${(((partS + againS) / fullS) * 100).toFixed(1)} %`,
    `  by ${ofADay.size} changed entities, as of a day: ${(dayS + dayAgainS).toFixed(1)} s, a share of ${(((dayS + dayAgainS) / fullS) * 100).toFixed(1)} %; ${touchedInADay.length} are touched`,
    `  ${some} are touched, and ${differing} of the others would have other hits by a whole comparison`,
  ].join('\n');
}

/** People from a file, with exchanged family names once it is used up; one in fifty is on the list. */
function peopleOf(file: string, listed: readonly ListedRow[], most: number): string[] {
  const names = read<{ full_name: string }>(file).map(({ full_name: name }) => name);
  return Array.from({ length: most }, (_, i) => {
    if (i % 50 === 0) return listed[(i * 7) % listed.length]!.full_name;
    const [own, other] = [names[i % names.length]!, names[(i * 31 + 17) % names.length]!];
    return i < names.length ? own : [...own.split(' ').slice(0, -1), other.split(' ').at(-1)].join(' ');
  });
}

function written(hits: readonly Hit[]): string {
  return JSON.stringify(hits.map(({ id_entidad: id, similitud }) => `${id} ${similitud}`).toSorted());
}

/** The names of each entity, as one text. */
function namesById(rows: readonly ListedRow[]): Map<string, string> {
  const names = new Map<string, string[]>();
  for (const { id, full_name: name } of rows) {
    const own = names.get(id) ?? [];
    names.set(id, own);
    own.push(name);
  }
  return new Map([...names].map(([id, own]) => [id, JSON.stringify(own.toSorted())]));
}
