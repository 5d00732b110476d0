import { type Contract, VigiaError } from '@vigia/contracts';
import type { Peers } from '@vigia/messaging';

/**
 * The contract that is asked for, or else the one in force today, or else the last that was; one to come only when it is named. A
 * contract of another corporation is not found.
 */
export async function contractNamed(peers: Peers, corporationId: string, contractId: unknown): Promise<Contract> {
  const { contracts } = await peers.ask('contracts.list', { corporationId });
  const contract =
    contractId === undefined
      ? contracts.findLast(({ phase }) => phase !== 'ahead')
      : contracts.find((one) => one.contractId === contractId);
  if (!contract) throw VigiaError.of('not_found');
  return contract;
}
