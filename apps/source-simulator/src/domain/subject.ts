import { type Document, rucCheckDigit } from '@vigia/contracts';
import { companyForms, companyWords, familyNames, foreignFamilyNames, foreignGivenNames, givenNames, trades } from '../material/names.js';
import type { Random, World } from './world.js';

/** The person or company of a document. */
export interface Subject {
  /** The same for a DNI and the RUC made from it: it names the streams of one person. */
  key: string;
  kind: 'company' | 'person';
  dni: string | null;
}

function personOfDni(dni: string): Subject {
  return { key: `DNI:${dni}`, kind: 'person', dni };
}

export function subjectOf({ docType, taxId }: Document): Subject {
  if (docType === 'DNI') return personOfDni(taxId);
  if (docType === 'RUC' && taxId.startsWith('10')) return personOfDni(taxId.slice(2, 10));
  return { key: `${docType}:${taxId}`, kind: docType === 'RUC' && taxId.startsWith('20') ? 'company' : 'person', dni: null };
}

interface PersonName {
  paternal: string;
  maternal: string;
  given: string;
}

export function personName(world: World, { key }: Subject): PersonName {
  const random = world.stream(key, 'nombre');
  const [families, givens] = key.startsWith('CE:') ? [foreignFamilyNames, foreignGivenNames] : [familyNames, givenNames];
  return {
    paternal: random.pick(families),
    maternal: random.pick(families),
    given: random.sample(givens, random.integer(1, 2)).join(' '),
  };
}

/** Family names first, as registries print a person. */
function fullName({ paternal, maternal, given }: PersonName): string {
  return `${paternal} ${maternal} ${given}`;
}

interface CompanyName {
  name: string;
  tradeName: string;
  /** The tax authority's words for the legal form. */
  form: string;
}

export function companyName(world: World, { key }: Subject): CompanyName {
  const random = world.stream(key, 'nombre');
  const tradeName = `${random.pick(trades)} ${random.pick(companyWords)}`;
  const form = random.weighted(companyForms.map((choice) => [choice, choice.share] as const));
  return { name: `${tradeName} ${form.ending}`, tradeName, form: form.taxpayerType };
}

export function nameOf(world: World, subject: Subject): string {
  return subject.kind === 'company' ? companyName(world, subject).name : fullName(personName(world, subject));
}

export interface Counterparty {
  tipo_documento: 'DNI' | 'RUC';
  numero_documento: string;
  nombre: string;
}

const inventedDnis = 10_000;

/** Different people for different numbers below 10 000, all from the invented block 9999…, with the name that they have in every source. */
export function inventedPerson(world: World, number: number): Counterparty {
  const dni = `9999${String(number % inventedDnis).padStart(4, '0')}`;
  return { tipo_documento: 'DNI', numero_documento: dni, nombre: nameOf(world, personOfDni(dni)) };
}

export function inventedCompany(world: World, random: Random): Counterparty {
  const digits = `2099${String(random.integer(0, 999_999)).padStart(6, '0')}`;
  const taxId = `${digits}${rucCheckDigit(digits)}`;
  return { tipo_documento: 'RUC', numero_documento: taxId, nombre: nameOf(world, subjectOf({ docType: 'RUC', taxId })) };
}
