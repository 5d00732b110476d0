import { emptyFragments, type ApiVersion } from '@vigia/contracts';
import { envelopeText } from '../domain/envelope.js';
import { noTriggerId } from '../domain/trigger-id.js';
import type { SignedMessage } from '../sending/receiver-client.js';

/** Of an invented taxpayer, from a range that the registry never gives out. */
export const sampleDocument = { docType: 'RUC', taxId: '20990000019' } as const;

/** A body of the real shape without anybody's data. */
export function sampleMessage(version: ApiVersion, triggerId = noTriggerId): SignedMessage {
  const view = { activo: false, estado: 'failed' as const, failedSources: [], fragments: emptyFragments('SH50')[version] };
  const text = envelopeText(version, { triggerId, taxId: sampleDocument.taxId, view, loadState: 'failed', openSources: [] });
  return { triggerId, body: Buffer.from(text) };
}
