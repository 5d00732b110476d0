import { Type } from 'typebox';
import { profileStates } from '../messages/loads.js';
import { group, nullable, text } from './fields.js';
import { summaryV1, summaryV2 } from './summary.js';

const head = { triggerId: text('identifies the event; the same in every delivery of it'), taxId: text('document of the profile') };

/** What a delivery carries to a configuration of each version. */
export const webhookBody = {
  v1: group({
    ...head,
    profileLoadStatus: Type.Enum([...profileStates], { description: 'how the last load ended', deprecated: true }),
    failedSubhelpers: nullable(Type.Array(Type.String()), {
      description: 'sources that failed, when the load is partial',
      deprecated: true,
    }),
    data: summaryV1,
  }),
  v2: group({ ...head, data: summaryV2 }),
};
