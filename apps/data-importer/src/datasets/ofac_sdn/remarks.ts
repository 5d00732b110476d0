import type { EntityDraft } from '../entity-draft.js';
import { englishBirth } from '../written-days.js';
import { addIdentity } from '../identities.js';

/** `Passport A123 (Peru) issued 04 Jan 2005`, `RUC # 20… (Peru)`, `Vessel Registration Identification IMO 9283021` */
const identity =
  /^(?:alt\. )?(?<type>[A-Z][^;:()]*?(?: \([A-Z]+\))?):? (?:#|No\.|Number)? ?(?<number>(?=[^ ]*\d)[^ ();]+(?: \d[^ ();]*)*)(?: \((?<country>[A-Z][^()]+)\))?(?: (?:issued|expires|\().*)?$/;

/** Pieces with a number in them that is not a document. */
const otherNumbers =
  /^(?:alt\. )?(?:DOB|POB|Phone|Telephone|Fax|Email|Website|Aircraft|Digital Currency|Executive Order|Linked To|Secondary|Organization Established|Additional|Former Vessel|Vessel Year|UN\/LOCODE|Listing Date|Effective Date|SWIFT|CAATSA|MICEX|ISIN|Target Type|Transactions|For more|Other Vessel|Gross|Tonnage|Member|Issuer|Section|Public Law|Gender|Chairman|Commander)/i;

/** What the remarks of an entry say, piece by piece. The text itself is kept too. */
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
  // OFAC leaves an alias in the remarks where it does not trust it.
  const weakAlias = /^[afn]\.k\.a\. ['‘](.+)['’]$/.exec(piece)?.[1];
  if (weakAlias !== undefined) {
    const order = draft.kind === 'person' && weakAlias.includes(', ') ? 'family-first' : 'unknown';
    return draft.addName(weakAlias, { alias: true, weak: true, order });
  }
  if (otherNumbers.test(piece)) return;
  const { type, number, country: issuer } = identity.exec(piece)?.groups ?? {};
  if (type && number) addIdentity(draft, type, number, issuer ?? null);
}
