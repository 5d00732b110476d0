import { UnreadableFile } from '../../reading/source-file.js';
import { childrenOf, textOf, xmlElements, type XmlElement } from '../../reading/xml.js';
import type { Notes, SourceFile } from '../dataset.js';
import type { ListedEntity } from '../listed-entity.js';
import { EuEntities } from './entities.js';

const nothing = { birth: { day: '', from: '', to: '', circa: false }, identification: { type: '', number: '', country: '' } };

/** Everything except remarks is in attributes. */
export async function* readEuXml(file: SourceFile, notes: Notes): AsyncGenerator<ListedEntity> {
  const entities = new EuEntities();
  let generated = '';
  let entries = 0;
  for await (const element of xmlElements(file.open(), ['sanctionEntity'])) {
    if (element.name !== 'sanctionEntity') {
      if (element.name !== 'export') throw new UnreadableFile('header', `not the sanctions list but <${element.name}>`);
      generated = element.attributes.generationDate ?? '';
      continue;
    }
    entries += 1;
    const { logicalId } = element.attributes;
    if (logicalId) gather(entities, logicalId, element);
    else notes.reject({ line: entries, reason: 'no_number', text: 'an entity without number' });
    if (entries % 100 === 0) notes.lines(entries);
  }
  notes.lines(entries);
  yield* entities.finish(generated, notes);
}

function gather(entities: EuEntities, id: string, element: XmlElement): void {
  const regulation = childrenOf(element, 'regulation')[0];
  const subject = childrenOf(element, 'subjectType')[0]?.attributes ?? {};
  const entry = {
    reference: element.attributes.euReferenceNumber ?? '',
    remark: textOf(element, 'remark') ?? '',
    subject: subject.code ?? '',
    subjectCode: subject.classificationCode ?? '',
    programme: regulation?.attributes.programme ?? '',
    regulation: regulation?.attributes.numberTitle ?? '',
    url: (regulation && textOf(regulation, 'publicationUrl')) ?? '',
  };
  const names = childrenOf(element, 'nameAlias').map(({ attributes: name }) => ({
    family: name.lastName ?? '',
    first: name.firstName ?? '',
    middle: name.middleName ?? '',
    whole: name.wholeName ?? '',
    weak: name.strong === 'false',
  }));
  const countries = ['citizenship', 'address'].flatMap((name) =>
    childrenOf(element, name).map(({ attributes }) => attributes.countryIso2Code ?? ''),
  );
  entities.add(id, entry, names, nothing.birth, nothing.identification, countries);
  for (const { attributes: birth } of childrenOf(element, 'birthdate')) {
    const [from, to] = [birth.yearRangeFrom ?? birth.year ?? '', birth.yearRangeTo ?? birth.year ?? ''];
    const written = { day: birth.birthdate ?? '', from, to, circa: birth.circa === 'true' };
    entities.add(id, entry, [], written, nothing.identification, []);
  }
  for (const { attributes: paper } of childrenOf(element, 'identification')) {
    const number = paper.knownFalse === 'true' ? '' : paper.latinNumber || paper.number || '';
    const document = { type: paper.identificationTypeDescription ?? '', number, country: paper.countryIso2Code ?? '' };
    entities.add(id, entry, [], nothing.birth, document, []);
  }
}
