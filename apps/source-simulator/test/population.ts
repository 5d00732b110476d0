import fc from 'fast-check';
import { rucCheckDigit, rucOfDni, type Document } from '@vigia/contracts';
import { magicDocuments } from '../src/domain/magic-documents.js';
import { monthOf, type Month } from '../src/domain/month.js';

/** The month of `someDay`, in which the magic documents are tested. */
export const november = monthOf(2026, 11);

const ruc = (tenDigits: string): Document => ({ docType: 'RUC', taxId: `${tenDigits}${rucCheckDigit(tenDigits)}` });
const company = (number: number): Document => ruc(`2099${String(number).padStart(6, '0')}`);

/** Invented companies, none of them magic and always the same, for statements about many at once. */
export const companies: Document[] = Array.from({ length: 5_000 }, (_, i) => company(500_000 + i));

/** Invented people, none of them magic. */
export const people: Document[] = Array.from({ length: 4_900 }, (_, i) => ({ docType: 'DNI', taxId: `9999${5_000 + i}` }));

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

export const anyCompany = fc.integer({ min: 0, max: 999_999 }).map(company);
export const anyDni: fc.Arbitrary<Document> = digits(8).map((taxId) => ({ docType: 'DNI', taxId }));
const anyPersonsRuc = fc.oneof(
  digits(8).map((dni): Document => ({ docType: 'RUC', taxId: rucOfDni(dni) })),
  fc.tuple(fc.constantFrom('15', '17'), digits(8)).map((parts) => ruc(parts.join(''))),
);
const anyCe = fc.stringMatching(/^[A-Za-z0-9]{9,12}$/).map((taxId): Document => ({ docType: 'CE', taxId }));
export const anyDocument = fc.oneof({ weight: 3, arbitrary: anyCompany }, anyDni, anyPersonsRuc, anyCe);

/** In the first month every story has just begun, so an answer that tells something too early shows. */
const firstMonth = monthOf(2026, 7);
export const anyMonth: fc.Arbitrary<Month> = fc.oneof(fc.constant(firstMonth), fc.integer({ min: firstMonth, max: monthOf(2035, 12) }));

/** Checks random documents in random months, every magic document, and a few hundred that never change, so that no case is missing by chance. */
export function forEveryone(check: (document: Document, month: Month) => void, documents = anyDocument): void {
  const magic = magicDocuments.map(({ docType, taxId }): [Document, Month] => [{ docType, taxId }, november]);
  const ordinary = [...companies.slice(0, 200), ...people.slice(0, 50)].map((document): [Document, Month] => [document, firstMonth]);
  const examples = [...magic, ...ordinary];
  fc.assert(fc.property(documents, anyMonth, check), { examples, numRuns: 100 + examples.length });
}
