import { randomUUID } from 'node:crypto';
import type { Answer } from '@vigia/testing';
import { testOrigin } from '@vigia/testing';
import { askOperator, timeoutMs } from '../../src/clients/ask-operator.js';
import { post } from '../../src/clients/calls.js';
import { failEverySource, whileQuotaDrops, withoutBilling } from './faults.js';
import type { Scene } from './scene.js';

const paths = {
  load: '/v2/perfiles/cargar',
  bulk_load: '/v2/perfiles/cargar-masivo',
  forced_update: '/v2/perfiles/forzar-actualizacion',
} as const;

export async function operate(scene: Scene): Promise<Answer> {
  const { quotaDropBetween, loadFails = [], billingDown } = scene.worked.faults ?? {};
  const { system, client } = scene;
  for (const taxId of loadFails) await failEverySource(system, scene.own(taxId));
  if (billingDown) return withoutBilling(system, () => call(scene));
  return quotaDropBetween ? whileQuotaDrops(system, client, quotaDropBetween, () => call(scene)) : call(scene);
}

export function preview(scene: Scene): Promise<Answer> {
  return call(scene, '/simular');
}

/** How billing refuses a message with months that the gateway lets nobody ask for: it would be a mistake of ours. */
export async function refusedMessage({ system, client, worked, own }: Scene): Promise<string | undefined> {
  const { operation, expected } = worked;
  if (!expected.requestError) return undefined;
  const { taxIds, months } = operation;
  const load = {
    requestId: randomUUID(),
    corporationId: client.corporationId,
    origin: testOrigin,
    docType: 'DNI' as const,
    taxIds: taxIds.map(own),
  };
  return askOperator(system, (messages) => messages.request('quota.reserve', { ...load, months: months! }, { timeoutMs })).then(
    () => 'reserved',
    (error: { code: string }) => error.code,
  );
}

function call({ client, worked, own }: Scene, ending = ''): Promise<Answer> {
  const { type, taxIds: given, isMonitoring, months } = worked.operation;
  const taxIds = given.map(own);
  const documents = type === 'load' ? { taxId: taxIds[0] } : { taxIds };
  const body = { ...documents, ...(type !== 'forced_update' && { docType: 'DNI', isMonitoring }), ...(months !== undefined && { months }) };
  return post(client, `${paths[type]}${ending}`, body);
}
