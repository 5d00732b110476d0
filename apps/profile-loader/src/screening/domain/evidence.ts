import type { ListedBirth, ListedEntity, ListedName } from './listed-entity.js';
import { kindOf, kindToldBy, type IdentityDocument, type Subject } from './subjects.js';

/** A fact other than the name that speaks for or against the two being the same. */
interface Ground {
  indicio: 'documento' | 'nacimiento' | 'pais' | 'alias_debil' | 'clase';
  sentido: 'a_favor' | 'en_contra';
  consultado: string;
  listado: string;
}

interface Listed {
  entity: ListedEntity;
  name: ListedName;
  /** The document that both have. */
  document: IdentityDocument | null;
  /** Null if nothing states the kind and the entry was only assumed to be a person or a company. */
  toldKind: ListedEntity['kind'] | null;
}

interface Evidence {
  /** From 0 to 1; 0.3 if there is only the name. */
  fuerza: number;
  indicios: Ground[];
}

export const nameAlone = 0.3;
const worth = { day: 0.4, year: 0.25, country: 0.1 };
const cost = { birth: 0.2, country: 0.05, document: 0.1, weakAlias: 0.15, kind: 0.15 };
/** An approximate birth says nothing against somebody who was born at most so many years earlier or later. */
const approximateYears = 10;
const bounds = { least: 0.05, withoutDocument: 0.85, document: 0.9 };

type Weighed = Ground & { weight: number };

/**
 * How strongly facts other than the name say that the two are the same. Another fact in favour never lowers it; another one against never
 * raises it.
 */
export function evidenceOf(subject: Subject, { entity, name, document, toldKind }: Listed): Evidence {
  const weighed = [
    ...documentGround(subject, entity.documents, document),
    ...birthGround(subject.nacimiento, entity.births),
    ...countryGround(subject.paises, entity.countries),
    ...(name.isWeak ? [against('alias_debil', subject.nombre ?? '', name.text, cost.weakAlias)] : []),
    ...kindGround(subject, toldKind),
  ];
  const sum = nameAlone + weighed.reduce((total, { weight }) => total + weight, 0);
  const fuerza = document
    ? within(bounds.document + (sum - nameAlone) / 4, bounds.withoutDocument, 1)
    : within(sum, bounds.least, bounds.withoutDocument);
  return { fuerza: Math.round(fuerza * 100) / 100, indicios: weighed.map(({ weight: _, ...ground }) => ground) };
}

function documentGround({ documentos }: Subject, listed: readonly IdentityDocument[], shared: IdentityDocument | null): Weighed[] {
  const written = ({ tipo, numero }: IdentityDocument) => `${tipo} ${numero}`;
  if (shared) return [inFavour('documento', written(shared), written(shared), 0)];
  const [own, other] =
    documentos.flatMap((mine) => listed.filter(({ tipo }) => tipo === mine.tipo).map((theirs) => [mine, theirs]))[0] ?? [];
  return own && other ? [against('documento', written(own), written(other), cost.document)] : [];
}

function birthGround(born: string | null, births: readonly ListedBirth[]): Weighed[] {
  if (born === null || births.length === 0) return [];
  const year = Number(born.slice(0, 4));
  const inYear = births.find(({ day, from, to }) => day === null && year >= (from ?? to ?? Infinity) && year <= (to ?? from ?? -Infinity));
  if (births.some(({ day }) => day === born)) return [inFavour('nacimiento', born, born, worth.day)];
  if (inYear) return [inFavour('nacimiento', born, writtenBirth(inYear), worth.year)];
  return births.some((birth) => isPerhaps(year, birth))
    ? []
    : [against('nacimiento', born, births.map(writtenBirth).join(', '), cost.birth)];
}

function isPerhaps(year: number, { day, from, to, isApproximate }: ListedBirth): boolean {
  const ofDay = day === null ? null : Number(day.slice(0, 4));
  const [first, last] = [ofDay ?? from ?? to, ofDay ?? to ?? from];
  return isApproximate && first !== null && last !== null && year >= first - approximateYears && year <= last + approximateYears;
}

function writtenBirth({ day, from, to, isApproximate }: ListedBirth): string {
  const years = from === to || to === null ? String(from ?? '') : `${from ?? ''}–${to}`;
  return `${day ?? years}${isApproximate ? ' aprox.' : ''}`;
}

function countryGround(own: readonly string[], listed: readonly string[]): Weighed[] {
  if (own.length === 0 || listed.length === 0) return [];
  const [shared] = own.filter((country) => listed.includes(country));
  if (shared !== undefined) return [inFavour('pais', shared, shared, worth.country)];
  return [against('pais', own.join(', '), listed.join(', '), cost.country)];
}

/** A ship is neither a person nor a company. A person and a company contradict each other if the kind of both is stated. */
function kindGround(subject: Subject, listed: Listed['toldKind']): Weighed[] {
  const kind = kindOf(subject);
  if (listed === null || listed === kind) return [];
  const isOther = listed === 'vessel' || listed === 'aircraft' || kindToldBy(subject.documentos) !== null;
  return isOther ? [against('clase', kind, listed, cost.kind)] : [];
}

function inFavour(indicio: Ground['indicio'], consultado: string, listado: string, weight: number): Weighed {
  return { indicio, sentido: 'a_favor', consultado, listado, weight };
}

function against(indicio: Ground['indicio'], consultado: string, listado: string, weight: number): Weighed {
  return { indicio, sentido: 'en_contra', consultado, listado, weight: -weight };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
