import { jsonDocument } from '../../reading/json.js';
import { UnreadableFile } from '../../reading/source-file.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import { rucFault } from '../cells.js';
import { countryCode } from '../countries.js';
import { EntityDraft } from '../entity-draft.js';
import { addIdentity } from '../identities.js';
import type { ListedEntity } from '../listed-entity.js';
import { englishDay, isoDay } from '../written-days.js';
import { namesOf, registeredRucs, withoutFootnotes } from './written-names.js';

type Firm = Record<string, unknown>;

/** The years that mean no end. */
const endless = /2999|^$|permanent|ongoing/i;
const honorific = /^(?:mr|mrs|ms|miss|dr)\b\.?\s*/i;
/** With a point where the letters may be a family name, as in `MR. JOHN CO`. */
const legalForm =
  /\b(?:S\.A\.[AC]?|SAC|SAA|S\.?R\.?L|E\.?I\.?R\.?L|SARL|LTDA?|LIMITED|INC|INCORPORATED|LLC|CORP|CORPORATION|CO\.|COMPANY|GMBH|PLC|PVT|PTY|PTE)(?!\p{L})/iu;

export const worldBank: Dataset<'list'> = {
  name: 'world_bank',
  kind: 'list',
  title: 'World Bank: debarred firms and individuals',
  publisher: 'World Bank Group',
  licence: 'Terms of use of the World Bank Group; the page may be read by anybody, no licence is stated for the data',
  address: 'https://apigwext.worldbank.org/dvsvc/v1.0/json/APPLICATION/ADOBE_EXPRNCE_MGR/FIRM/SANCTIONED_FIRM',
  cadence: 'two_hourly',
  parser: 4,
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
  const more = withoutFootnotes(text('ADD_SUPP_INFO'));
  const [main, ...others] = namesOf(withoutFootnotes(text('SUPP_NAME')), more);
  const id = text('SUPP_ID');
  if (main === undefined || id === '') return null;
  const isPerson = text('SUPP_TYPE_CODE') === 'I' || (honorific.test(main) && text('SUPP_TYPE_CODE') !== 'F' && !legalForm.test(main));
  const draft = new EntityDraft(id, isPerson ? 'person' : 'company');
  const bare = (name: string) => (isPerson ? name.replace(honorific, '') : name);
  draft.addName(bare(main), { alias: false });
  for (const other of others) draft.addName(bare(other), { alias: true });
  const country = text('COUNTRY_NAME');
  draft.addCountry(country);
  for (const ruc of registeredRucs(more)) if (countryCode(country) === 'PE' && !rucFault(ruc)) addIdentity(draft, 'RUC', ruc, country);
  const reason = text('DEBAR_REASON');
  draft.addProgramme(/cross.?debarment/i.test(reason) ? 'Cross debarment' : 'Debarment');
  const from = text('DEBAR_FROM_DATE');
  if (from !== '') draft.addRemark(`Debarred from ${from}`);
  draft.addRemark(reason);
  draft.addRemark([text('SUPP_ADDR'), text('SUPP_CITY')].filter((line) => line !== '').join(', '));
  draft.addRemark(more);
  const to = text('DEBAR_TO_DATE');
  draft.until = endless.test(to) ? null : (englishDay(to) ?? isoDay(to));
  if (!endless.test(to) && draft.until === null) draft.addRemark(`Until ${to}`);
  draft.link = 'https://projects.worldbank.org/en/projects-operations/procurement/debarred-firms';
  return draft.finish();
}
