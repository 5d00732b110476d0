import { expect, it } from '@jest/globals';
import { EntityDraft } from '../../src/datasets/entity-draft.js';
import { EuEntities } from '../../src/datasets/eu/entities.js';
import { addIdentity } from '../../src/datasets/identities.js';
import { addRemarks } from '../../src/datasets/ofac_sdn/remarks.js';
import { tableIn } from '../../src/datasets/ssco/layout.js';
import { seriesOf } from '../../src/datasets/tipo_cambio/layout.js';
import { asTyped, reportDay } from '../../src/datasets/uk/layout.js';
import { namesOf, registeredRucs, withoutFootnotes } from '../../src/datasets/world_bank/written-names.js';
import { inTime } from '../in-time.js';

const million = 1_000_000;
const draft = () => new EntityDraft('1', 'person');

function remarked(remark: string) {
  const entity = draft();
  addRemarks(entity, remark);
  return entity.finish().documents;
}

function identified(type: string) {
  const entity = draft();
  addIdentity(entity, type, '1', null);
  return entity.finish().documents[0]!.type;
}

const [dots, spaces, quotes, hashes] = [':', ' ', "'", '#'].map((character) => character.repeat(million));
const marks = `UNO${'"'.repeat(million)}DOS`;
const series = 'promedio del periodo interbancario '.repeat(million / 10);

it.each<[string, () => unknown, unknown]>([
  ['numbers in a remark of OFAC', () => remarked(`Passport${' 1'.repeat(million / 2)}(`), []],
  ['issues in a remark of OFAC', () => remarked(`Passport${' 1 issued'.repeat(million / 9)}\nx`), []],
  ['colons in the type of a document', () => identified(`A${dots}x`), `A${dots}x`],
  ['hashes in a remark of OFAC', () => remarked(`A${hashes}x 1`), []],
  ['spaces before a footnote of the World Bank', () => withoutFootnotes(`a${spaces}b *1`), 'a b'],
  ['registers in a text of the World Bank', () => registeredRucs('RUC '.repeat(million / 4)), []],
  ['quotes in a name of the World Bank', () => namesOf(marks, ''), [marks]],
  ['spaces before the day of a report of the United Kingdom', () => reportDay(`Report Date:${spaces}\n`), null],
  ['apostrophes in a number of the United Kingdom', () => asTyped(`1${quotes}2`), `1${quotes}2`],
  ['spaces in a title of SUNAT', () => [...tableIn([['RUC', `A${spaces}B`]])][0]?.cells[1], `A${spaces}B`],
  ['words in the name of a series of the central bank', () => seriesOf(series), { code: series.trim(), isKnown: false }],
])('%s are read in time, however many there are', (_, work, result) => {
  // Jest would print a million characters.
  expect(JSON.stringify(inTime(work)) === JSON.stringify(result)).toBe(true);
});

it('the names of an entity of the EU are read in time, however many it has', () => {
  const nothing = { type: '', number: '', country: '' };
  const entry = { reference: '', remark: '', subject: 'P', subjectCode: '', programme: '', regulation: '', url: '' };
  const names = Array.from({ length: 200_000 }, (_, i) => ({ family: '', first: '', middle: '', whole: `N${i}`, weak: false }));
  const add = () => new EuEntities().add('1', entry, names, { day: '', from: '', to: '', circa: false }, nothing, []);
  expect(() => inTime(add)).not.toThrow();
});
