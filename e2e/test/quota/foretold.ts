import { preview } from './operation.js';
import type { Scene } from './scene.js';
import type { WorkedCase } from './worked-cases.js';

interface Preview {
  documentos: { taxId: string; accion: string; vence: string | null }[];
  cuota_despues: number;
}

/** Nobody can foretell a fault, and a body that is refused is no plan. */
function isPreviewed({ faults, expected: { requestError, results } }: WorkedCase): boolean {
  return !faults && !requestError && !results?.errors.some(({ code }) => code === 'INVALID_DOCUMENT');
}

interface Foretold {
  quotaAfter: number;
  ends: [taxId: string, expiresOn: string | null][];
}

/** What would be done now: the quota that would be left, and the last day of every access that would begin. */
export async function foretold(scene: Scene): Promise<Foretold | undefined> {
  const { worked, own } = scene;
  if (!isPreviewed(worked)) return undefined;
  const { documentos, cuota_despues } = (await preview(scene)).body.data as Preview;
  const acted = documentos.filter(({ accion }) => accion !== 'ninguna');
  const given = [...new Set(worked.operation.taxIds)];
  const ends = acted.map(({ taxId, vence }): [string, string | null] => [given.find((one) => own(one) === taxId)!, vence]);
  return { quotaAfter: cuota_despues, ends };
}

export function expectedPreview(worked: WorkedCase): Foretold | undefined {
  if (!isPreviewed(worked)) return undefined;
  const { results, profiles, quotaAfter } = worked.expected;
  const refused = new Set(results!.errors.map(({ taxId }) => taxId));
  const done = [...new Set(worked.operation.taxIds)].filter((taxId) => results!.skipped === 0 && !refused.has(taxId));
  // Outside its days a contract has no quota to plan with.
  const hasContract = !results!.errors.some(({ code }) => code === 'CONTRACT_NOT_ACTIVE');
  return { quotaAfter: hasContract ? quotaAfter : 0, ends: done.map((taxId) => [taxId, lastDayOf(profiles[taxId])]) };
}

const limaBehindMs = 5 * 3_600_000;

/** The day in Lima on which it can be read last. */
function lastDayOf(profile: WorkedCase['expected']['profiles'][string] | undefined): string | null {
  const { expiresOn, queryUntil } = profile ?? {};
  return expiresOn ?? (queryUntil ? new Date(Date.parse(queryUntil) - limaBehindMs - 1).toISOString().slice(0, 10) : null);
}
