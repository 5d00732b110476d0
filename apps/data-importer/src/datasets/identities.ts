import { isValidDocument } from '@vigia/contracts';
import type { EntityDraft } from './entity-draft.js';
import { countryCode } from './countries.js';

/**
 * A document with the type that a list gives it. Peruvian ones become `RUC` and `DNI`, however they are written: a libreta electoral (LE)
 * has the number of today's DNI, and a national number may have its check digit after a hyphen. Only a person has a DNI: eight digits of a
 * company are its number in another register. Other countries also call their documents RUC, DNI or CE; these must not be taken for Peruvian
 * ones.
 */
export function addIdentity(
  draft: EntityDraft,
  listedType: string,
  listedNumber: string,
  country: string | null,
  mayBePerson = draft.kind === 'person',
): void {
  const type = listedType.replaceAll(/\s+/g, ' ').trim();
  const number = listedNumber.trim();
  const issuer = country === null ? null : countryCode(country);
  const peruvian = issuer === 'PE' ? peruvianDocument(type, number.replaceAll(/[\s.]/g, ''), mayBePerson) : null;
  if (peruvian) return draft.addDocument(peruvian.type, peruvian.number, 'PE');
  draft.addDocument(commonType(type), number, issuer);
}

function peruvianDocument(type: string, number: string, mayBePerson: boolean): { type: string; number: string } | null {
  if (/^(?:10|15|16|17|20)\d{9}$/.test(number) && /R\.?U\.?C|tax|registr|fiscal/i.test(type)) return { type: 'RUC', number };
  if (!mayBePerson) return null;
  if (type === 'CE' && isValidDocument('CE', number)) return { type, number };
  const dni = /^(\d{7,8})(?:-\d)?$/.exec(number)?.[1];
  if (dni && /\bLE\b|L\.E\.|D\.?N\.?I|national id|identi|libreta|cedula/i.test(type)) return { type: 'DNI', number: dni.padStart(8, '0') };
  return null;
}

function commonType(type: string): string {
  if (/passport|pasaporte|passeport/i.test(type)) return 'passport';
  if (/\bIMO\b/.test(type)) return 'IMO';
  if (/^R\.?U\.?C/i.test(type)) return 'tax id';
  // A run is tried from its beginning alone: a hostile one may have a million characters.
  const word = type.replace(/(?<![ :#])[ :#]*(?:No\.|Number|#)?$/, '');
  return word === 'DNI' || word === 'CE' ? 'national id' : word;
}
