import { jsonDocument } from '../../reading/json.js';
import { UnreadableFile } from '../../reading/source-file.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import { EntityDraft } from '../entity-draft.js';
import type { ListedEntity } from '../listed-entity.js';
import { englishDay, isoDay } from '../written-days.js';

type Firm = Record<string, unknown>;

/** The years that mean no end. */
const endless = /2999|^$|permanent|ongoing/i;
const honorific = /^(?:mr|mrs|ms|miss|dr)\b\.?\s*/i;

export const worldBank: Dataset<'list'> = {
  name: 'world_bank',
  kind: 'list',
  title: 'World Bank: debarred firms and individuals',
  publisher: 'World Bank Group',
  licence: 'Terms of use of the World Bank Group; the page may be read by anybody, no licence is stated for the data',
  address: 'https://apigwext.worldbank.org/dvsvc/v1.0/json/APPLICATION/ADOBE_EXPRNCE_MGR/FIRM/SANCTIONED_FIRM',
  cadence: 'two_hourly',
  parser: 2,
  layout: { files: { main: /(?:sanctioned[_-]?firm|world[_-]?bank)[^/]*(?:\.json)?$/i }, read },
};

async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<ListedEntity> {
  const firms = firmsOf(await jsonDocument(files.main!.open()));
  for (const [index, firm] of firms.entries()) {
    const entity = entityOf(firm);
    if (entity) yield entity;
    else notes.reject({ line: index + 1, reason: 'no_name', text: JSON.stringify(firm) });
  }
  notes.lines(firms.length);
}

function firmsOf(document: unknown): Firm[] {
  const firms = (document as { response?: { ZPROCSUPP?: unknown } } | null)?.response?.ZPROCSUPP;
  if (!Array.isArray(firms)) throw new UnreadableFile('header', 'the answer holds no list of firms (response.ZPROCSUPP)');
  return firms as Firm[];
}

function entityOf(firm: Firm): ListedEntity | null {
  const text = (key: string) => (typeof firm[key] === 'string' || typeof firm[key] === 'number' ? String(firm[key]).trim() : '');
  const [main, ...others] = namesIn(text('SUPP_NAME'));
  const id = text('SUPP_ID');
  if (main === undefined || id === '') return null;
  const isPerson = text('SUPP_TYPE_CODE') === 'I' || honorific.test(main);
  const draft = new EntityDraft(id, isPerson ? 'person' : 'company');
  const bare = (name: string) => (isPerson ? name.replace(honorific, '') : name);
  draft.addName(bare(main), { alias: false });
  for (const other of [...others, ...namesIn(text('ADD_SUPP_INFO'), 'only aliases')]) draft.addName(bare(other), { alias: true });
  draft.addCountry(text('COUNTRY_NAME'));
  const reason = text('DEBAR_REASON');
  draft.addProgramme(/cross.?debarment/i.test(reason) ? 'Cross debarment' : 'Debarment');
  const from = text('DEBAR_FROM_DATE');
  if (from !== '') draft.addRemark(`Debarred from ${from}`);
  draft.addRemark(reason);
  draft.addRemark([text('SUPP_ADDR'), text('SUPP_CITY')].filter((line) => line !== '').join(', '));
  const to = text('DEBAR_TO_DATE');
  draft.until = endless.test(to) ? null : (englishDay(to) ?? isoDay(to));
  if (!endless.test(to) && draft.until === null) draft.addRemark(`Until ${to}`);
  draft.link = 'https://projects.worldbank.org/en/projects-operations/procurement/debarred-firms';
  return draft.finish();
}

/** Short for "also", "formerly" or "now known as", and for "doing business as". */
const marker =
  /[([]?\s*(?<![\p{L}][./])\b(?:[afn][./]\s?k|d[./]\s?b)[./]?\s?a\b\.?:?\s*|[([]\s*(?:[afn]\s?k|d\s?b)\s?a\b:?\s*|\balso known as\b|\bformerly(?: known as)?\b/iu;
/** Without points, strokes or a bracket it may as well be a word of the name. */
const bareMarker = /(?<=\S)\s+(?:[afn]ka|dba)\s+(?=\S)/i;

/** A name followed by footnote marks (`*12`) and by other names in brackets (`(A.K.A. …)`, `(F/K/A …)`). */
function namesIn(written: string, which: 'all' | 'only aliases' = 'all'): string[] {
  const clean = written
    .replaceAll(/\s*\*+\s*\d*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [main = '', ...others] = clean.split(marker);
  const aliases = others.flatMap((other) => other.split(/;|\) ?\(/)).flatMap((other) => apartAndWhole(other, / and (?=[A-Z])/));
  const names = [...(which === 'all' ? [main] : []), ...aliases].flatMap((name) => apartAndWhole(name, bareMarker));
  return names
    .map((name) =>
      name
        .replaceAll(/^[\s"“”'(,;]+|[\s"“”',;]+$/g, '')
        .replace(/[([]$/, '')
        .trim(),
    )
    .map(closed)
    .filter((name) => /\p{L}{2}/u.test(name));
}

/** Where it is doubtful whether these are several names, the whole is kept as well: nobody finds what is not kept. */
function apartAndWhole(written: string, between: RegExp): string[] {
  const names = written.split(between);
  return names.length > 1 ? [...names, written] : names;
}

/** Without the bracket that was opened before the name. */
function closed(name: string): string {
  return name.split('(').length < name.split(')').length ? name.replace(/\)\s*$/, '').trim() : name;
}
