import { textLines } from '../../reading/lines.js';
import { UnreadableFile } from '../../reading/source-file.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import { EntityDraft } from '../entity-draft.js';
import { addIdentity } from '../identities.js';
import type { Birth, ListedEntity } from '../listed-entity.js';
import { isoDay } from '../written-days.js';

interface Entity {
  id: string;
  schema: string;
  target?: boolean;
  properties: Record<string, unknown[] | undefined>;
}

const kinds: Record<string, ListedEntity['kind']> = {
  Person: 'person',
  Company: 'company',
  Organization: 'company',
  LegalEntity: 'company',
  PublicBody: 'company',
  Vessel: 'vessel',
  Airplane: 'aircraft',
};

const countryProperties = ['country', 'nationality', 'citizenship', 'jurisdiction', 'flag'];
const documents = { passportNumber: 'passport', idNumber: 'national id', taxNumber: 'tax id', registrationNumber: 'registration' };

export const openSanctions: Dataset<'list'> = {
  name: 'opensanctions',
  kind: 'list',
  title: 'OpenSanctions: sanctions and politically exposed persons',
  publisher: 'OpenSanctions Datenbanken GmbH',
  licence: 'CC BY-NC 4.0: commercial use needs a licence of OpenSanctions',
  address: 'https://data.opensanctions.org/datasets/latest/default/entities.ftm.json',
  cadence: 'daily',
  parser: 2,
  needsLicence: true,
  layout: { files: { main: /entities\.ftm[^/]*\.jsonl?$/i }, read },
};

/** Sanctions are separate entities and may be anywhere in the file: the first pass collects their programmes, the second the targets. */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<ListedEntity> {
  const programmes = new Map<string, Set<string>>();
  for await (const { entity } of entities(files.main!)) {
    if (entity?.schema !== 'Sanction') continue;
    const named = [...texts(entity, 'programId'), ...texts(entity, 'program')];
    for (const target of texts(entity, 'entity')) {
      const known = programmes.get(target) ?? new Set();
      programmes.set(target, known);
      for (const programme of named) known.add(programme);
    }
  }
  let lines = 0;
  for await (const { line, entity, text } of entities(files.main!)) {
    lines += 1;
    if (lines % 1000 === 0) notes.lines(lines);
    const kind = entity && kinds[entity.schema];
    if (!entity) notes.reject({ line, reason: 'form', text });
    else if (entity.target && kind) yield* listed(entity, kind, programmes.get(entity.id) ?? [], line, notes);
  }
  notes.lines(lines);
}

async function* entities(file: SourceFile): AsyncGenerator<{ line: number; entity: Entity | null; text: string }> {
  let isFirst = true;
  for await (const { number, text, isCut } of textLines(file.open())) {
    const entity = parsed(text);
    if (isFirst && !entity && !isCut) throw new UnreadableFile('form', 'the first line is no entity of FollowTheMoney');
    isFirst = false;
    if (!entity && isCut) throw new UnreadableFile('cut_line', `the last line (${number}) is cut`);
    yield { line: number, entity, text };
  }
  if (isFirst) throw new UnreadableFile('form', 'the file is empty');
}

function parsed(text: string): Entity | null {
  try {
    const entity = JSON.parse(text) as Partial<Entity> | null;
    return typeof entity?.id === 'string' && typeof entity.schema === 'string' && entity.properties ? (entity as Entity) : null;
  } catch {
    return null;
  }
}

function* listed(
  entity: Entity,
  kind: ListedEntity['kind'],
  programmes: Iterable<string>,
  line: number,
  notes: Notes,
): Generator<ListedEntity> {
  const draft = new EntityDraft(entity.id, kind);
  const [name, ...otherNames] = texts(entity, 'name');
  if (name === undefined) return notes.reject({ line, reason: 'no_name', text: entity.id });
  draft.addName(name, { alias: false });
  for (const text of [...otherNames, ...texts(entity, 'alias'), ...texts(entity, 'previousName')]) draft.addName(text, { alias: true });
  for (const text of texts(entity, 'weakAlias')) draft.addName(text, { alias: true, weak: true });
  for (const text of texts(entity, 'birthDate')) draft.addBirth(birthOf(text));
  const countries = countryProperties.flatMap((property) => texts(entity, property));
  for (const country of countries) draft.addCountry(country);
  const mayBePerson = kind === 'person' || entity.schema === 'LegalEntity';
  // A number without an issuer belongs to the country of the entity, if there is only one.
  const issuer = new Set(countries).size === 1 ? countries[0]! : null;
  for (const [property, type] of Object.entries(documents))
    for (const number of texts(entity, property)) addIdentity(draft, type, number, issuer, mayBePerson);
  for (const number of texts(entity, 'imoNumber')) draft.addDocument('IMO', number.replace(/^IMO\s*/i, ''), null);
  for (const programme of [...texts(entity, 'topics'), ...programmes]) draft.addProgramme(programme);
  for (const remark of [...texts(entity, 'position'), ...texts(entity, 'notes')]) draft.addRemark(remark);
  draft.link = `https://www.opensanctions.org/entities/${entity.id}/`;
  yield draft.finish();
}

function texts(entity: Entity, property: string): string[] {
  return (entity.properties[property] ?? []).filter((value) => typeof value === 'string');
}

/** `1960-01-02`, `1960-01` or `1960`. */
function birthOf(text: string): Birth | null {
  const day = isoDay(text);
  const year = Number(/^(\d{4})(?:-\d{2})?$/.exec(text)?.[1] ?? 0);
  return day ? { day } : year > 0 ? { from: year, to: year } : null;
}
