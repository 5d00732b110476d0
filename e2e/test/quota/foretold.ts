import type { Answer } from '@vigia/testing';
import type { Scene } from './scene.js';
import type { WorkedCase } from './worked-cases.js';

interface Preview {
  documentos: { taxId: string; accion: string; vence: string | null }[];
  cuota_despues: number;
}

/** Nobody can foretell a fault, and a body that is refused is no plan. */
export function isPreviewed({ faults, expected: { requestError, results } }: WorkedCase): boolean {
  return !faults && !requestError && !results?.errors.some(({ code }) => code === 'INVALID_DOCUMENT');
}

/** What would be done now: the quota that would be left, and the last day of every monitoring that would begin. */
export function foretold({ body }: Answer, { own, worked }: Scene) {
  const { documentos, cuota_despues } = body.data as Preview;
  const acted = documentos.filter(({ accion }) => accion !== 'ninguna').map(({ taxId, vence }) => [taxId, vence] as const);
  const vence = new Map(acted);
  const given = Object.keys(worked.expected.profiles).filter((taxId) => vence.has(own(taxId)));
  return { quotaAfter: cuota_despues, ends: given.map((taxId) => [taxId, vence.get(own(taxId))]) };
}

export function expectedPreview({ operation, expected }: WorkedCase) {
  const { results, profiles, quotaAfter } = expected;
  const refused = new Set(results!.errors.map(({ taxId }) => taxId));
  const done = [...new Set(operation.taxIds)].filter((taxId) => results!.skipped === 0 && !refused.has(taxId));
  // Outside its days a contract has no quota to plan with.
  const hasContract = !results!.errors.some(({ code }) => code === 'CONTRACT_NOT_ACTIVE');
  return { quotaAfter: hasContract ? quotaAfter : 0, ends: done.map((taxId) => [taxId, profiles[taxId]?.expiresOn ?? null]) };
}
