import type { ApiVersion } from '@vigia/contracts';
import { envelopeText } from '../domain/envelope.js';
import type { ToldProfile } from './read-profile.js';

export type ToldBodies = Record<ApiVersion, string>;

/** In both versions. Which of them are written down is decided by the configurations that are owed them. */
export function toldBodies(event: { triggerId: string; taxId: string }, { views, loadState, openSources }: ToldProfile): ToldBodies {
  const { triggerId, taxId } = event;
  const body = (version: ApiVersion) => envelopeText(version, { triggerId, taxId, view: views[version], loadState, openSources });
  return { v1: body('v1'), v2: body('v2') };
}
