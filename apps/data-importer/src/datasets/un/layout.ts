import { textOf, textsOf, childrenOf, xmlElements, type XmlElement } from '../../reading/xml.js';
import { UnreadableFile } from '../../reading/source-file.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import { EntityDraft } from '../entity-draft.js';
import { addIdentity } from '../identities.js';
import type { Birth, ListedEntity } from '../listed-entity.js';
import { birthBetween, englishBirth, isoDay } from '../written-days.js';
import { writtenDocument } from './written-documents.js';
import { writtenNames } from './written-names.js';

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];
const countryElements = ['NATIONALITY', 'INDIVIDUAL_ADDRESS', 'ENTITY_ADDRESS'];

export const un: Dataset<'list'> = {
  name: 'un',
  kind: 'list',
  title: 'United Nations Security Council: consolidated list',
  publisher: 'United Nations Security Council',
  licence: 'Publication of the United Nations; no licence is stated with the file',
  address: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  // Not the cloud as a whole: anybody can rent an account there.
  hosts: ['unsolprodfiles.blob.core.windows.net'],
  cadence: 'two_hourly',
  parser: 3,
  layout: { files: { main: /consolidated[^/]*\.xml$/i }, read },
};

async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<ListedEntity> {
  let entries = 0;
  for await (const element of xmlElements(files.main!.open(), ['INDIVIDUAL', 'ENTITY'])) {
    if (element.name !== 'INDIVIDUAL' && element.name !== 'ENTITY') {
      if (element.name !== 'CONSOLIDATED_LIST') throw new UnreadableFile('header', `not the consolidated list but <${element.name}>`);
      const generated = isoDay(element.attributes.dateGenerated ?? '');
      if (generated) notes.published(generated);
      continue;
    }
    entries += 1;
    const entity = entityOf(element);
    if (entity) yield entity;
    else notes.reject({ line: entries, reason: 'no_name', text: `entry ${textOf(element, 'DATAID') ?? '?'} has no number or no name` });
    if (entries % 100 === 0) notes.lines(entries);
  }
  notes.lines(entries);
}

function entityOf(element: XmlElement): ListedEntity | null {
  const isPerson = element.name === 'INDIVIDUAL';
  const [id, reference] = [textOf(element, 'DATAID'), textOf(element, 'REFERENCE_NUMBER')];
  const name = nameParts.flatMap((part) => textsOf(element, part)).join(' ');
  if (id === null || name === '') return null;
  const draft = new EntityDraft(id, isPerson ? 'person' : 'company');
  const [main, ...spellings] = writtenNames(name);
  draft.addName(main?.text ?? name, { alias: false });
  for (const spelling of spellings) draft.addName(spelling.text, { alias: true, weak: spelling.acronym });
  for (const text of textsOf(element, 'NAME_ORIGINAL_SCRIPT')) draft.addName(text, { alias: true });
  for (const alias of element.children.filter((child) => child.name.endsWith('_ALIAS'))) addAlias(draft, alias);
  for (const child of childrenOf(element, 'INDIVIDUAL_DATE_OF_BIRTH')) draft.addBirth(birthOf(child));
  for (const child of childrenOf(element, 'INDIVIDUAL_DOCUMENT')) addDocument(draft, child);
  for (const child of element.children.filter(({ name: tag }) => countryElements.includes(tag))) {
    for (const country of [...textsOf(child, 'COUNTRY'), ...textsOf(child, 'VALUE')]) draft.addCountry(country);
  }
  for (const programme of textsOf(element, 'UN_LIST_TYPE')) draft.addProgramme(programme);
  if (reference) draft.addRemark(`Reference ${reference}`);
  for (const title of ['TITLE', 'DESIGNATION']) {
    for (const child of childrenOf(element, title)) for (const text of textsOf(child, 'VALUE')) draft.addRemark(text);
  }
  for (const text of textsOf(element, 'COMMENTS1')) draft.addRemark(text);
  draft.link = 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list';
  return draft.finish();
}

/** One element may hold several aliases. For persons the list marks each as good or low; for companies it does not. */
function addAlias(draft: EntityDraft, alias: XmlElement): void {
  const weak = textOf(alias, 'QUALITY') === 'Low';
  for (const { text, acronym, order } of textsOf(alias, 'ALIAS_NAME').flatMap(writtenNames)) {
    draft.addName(text, { alias: true, weak: weak || acronym, order: draft.kind === 'person' ? order : 'unknown' });
  }
}

function birthOf(element: XmlElement): Birth | null {
  const approximate = textOf(element, 'TYPE_OF_DATE') === 'APPROXIMATELY' || /^approx/i.test(textOf(element, 'NOTE') ?? '');
  const marked = approximate ? { approximate } : {};
  const day = isoDay(textOf(element, 'DATE') ?? '');
  if (day) return { day, ...marked };
  const year = textOf(element, 'YEAR') ?? '';
  const inYears = birthBetween(textOf(element, 'FROM_YEAR') ?? year, textOf(element, 'TO_YEAR') ?? year);
  const birth = inYears ?? englishBirth(textOf(element, 'NOTE') ?? '');
  return birth && { ...birth, ...marked };
}

function addDocument(draft: EntityDraft, element: XmlElement): void {
  const type = textOf(element, 'TYPE_OF_DOCUMENT2') ?? textOf(element, 'TYPE_OF_DOCUMENT') ?? '';
  const document = writtenDocument(type, textOf(element, 'NUMBER') ?? '');
  const country = textOf(element, 'ISSUING_COUNTRY') ?? textOf(element, 'COUNTRY_OF_ISSUE');
  if (document) addIdentity(draft, document.type, document.number, country);
}
