import { companyForms, companyWords, trades } from '../material/companies.js';
import { familyNames, foreignFamilyNames, foreignGivenNames, givenNames } from '../material/people.js';
import type { Subject } from './subject.js';
import type { World } from './world.js';

export interface PersonName {
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
export function fullName({ paternal, maternal, given }: PersonName): string {
  return `${paternal} ${maternal} ${given}`;
}

export interface CompanyName {
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
