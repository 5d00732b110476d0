import { emptyFragments, type Document } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';

/** One text per section, in the order of the contract. */
export interface Shown {
  fragmentsV1: string[];
  fragmentsV2: string[];
}

const nothing = emptyFragments('SH50');

/**
 * What the corporations that asked for a failed load are permanently shown of it: the state of each section at its end, without data. There
 * may be data for a number that the registry does not know: others loaded it while the registry was silent, or it belongs to the person
 * whose DNI the number contains.
 */
export async function whatAFailureShows(tx: Transaction, { taxId, docType }: Document): Promise<Shown> {
  const [profile] = await tx.rows<Shown>(sql`SELECT fragments_v1, fragments_v2 FROM profiles.profile WHERE tax_id = $1 AND doc_type = $2`, [
    taxId,
    docType,
  ]);
  const { fragmentsV1, fragmentsV2 } = profile!;
  const hasData = fragmentsV2.map(isData);
  const without = (fragments: string[], empty: string[]) => fragments.map((fragment, place) => (hasData[place] ? empty[place]! : fragment));
  return { fragmentsV1: without(fragmentsV1, nothing.v1), fragmentsV2: without(fragmentsV2, nothing.v2) };
}

function isData(fragmentV2: string): boolean {
  const [section] = Object.values(JSON.parse(`{${fragmentV2}}`) as Record<string, { statusCode: string }>);
  return section?.statusCode === 'SH10';
}
