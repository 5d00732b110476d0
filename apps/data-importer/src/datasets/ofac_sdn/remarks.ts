import type { EntityDraft } from '../entity-draft.js';
import { addIdentity } from '../identities.js';
import type { ListedEntity } from '../listed-entity.js';
import { englishBirth } from '../written-days.js';

/**
 * `Passport A123 (Peru) issued 04 Jan 2005`, `RUC # 20… (Peru)`, `Vessel Registration Identification IMO 9283021`. From the end of each word of
 * the type the rest is read as a number, so the type has a limit: a hostile remark may have a million words.
 */
const identity =
  /^(?:alt\. )?(?<type>[A-Z][^;:()]{0,100}?(?: \([A-Z]+\))?):? (?:#|No\.|Number)? ?(?<number>(?=[^ ]*\d)[^ ();]+(?: \d[^ ();]*)*(?:\(\d\))?)(?: \((?<country>[A-Z][^()]+)\))?(?: (?:issued|expires|\().*)?$/;

/** `Passport RL 2274078`: the letters belong to the number. */
const lettersOfPassport = /^(?<words>.*[Pp]assport(?: [Bb]ooklet| [Cc]ard)?) (?<letters>(?!NO$)[A-Z](?:[A-Z-]{0,2}[A-Z])?)$/;

/** Pieces with a number that is not a document. */
const otherNumbers =
  /^(?:alt\. )?(?:DOB|POB|Phone|Telephone|Fax|Email|Website|Aircraft|Digital Currency|Executive Order|Linked To|Secondary|Organization Established|Additional|Former Vessel|Vessel Year|UN\/LOCODE|Listing Date|Effective Date|SWIFT|CAATSA|MICEX|ISIN|Target Type|Transactions|For more|Other Vessel|Gross|Tonnage|Member|Issuer|Section|Public Law|Gender|Chairman|Commander)/i;

/** Extracts the facts in an entry's remarks, piece by piece. The text itself is kept too. */
export function addRemarks(draft: EntityDraft, remarks: string): void {
  if (remarks.trim() === '') return;
  draft.addRemark(remarks);
  for (const piece of remarks.split(';').map((text) => text.trim().replace(/\.$/, ''))) addPiece(draft, piece);
}

function addPiece(draft: EntityDraft, piece: string): void {
  const birth = /^(?:alt\. )?DOB (.+)$/.exec(piece)?.[1];
  if (birth !== undefined) return draft.addBirth(englishBirth(birth));
  const country = /^(?:alt\. )?(?:nationality|citizen) (.+)$/.exec(piece)?.[1];
  if (country !== undefined) return draft.addCountry(country);
  // OFAC leaves aliases that it does not trust in the remarks.
  const weakAlias = /^[afn]\.k\.a\. ['‘](.+)['’]$/.exec(piece)?.[1];
  if (weakAlias !== undefined) return draft.addName(weakAlias, { alias: true, weak: true, order: orderOf(draft.kind, weakAlias) });
  if (otherNumbers.test(piece)) return;
  const { type, number, country: issuer } = identity.exec(piece)?.groups ?? {};
  if (!type || !number) return;
  const { words, letters } = lettersOfPassport.exec(type)?.groups ?? {};
  addIdentity(draft, words ?? type, letters ? `${letters} ${number}` : number, issuer ?? null);
}

/** A comma divides the family name of a person from the others. */
export function orderOf(kind: ListedEntity['kind'], name: string): 'family-first' | 'unknown' {
  return kind === 'person' && name.includes(', ') ? 'family-first' : 'unknown';
}
