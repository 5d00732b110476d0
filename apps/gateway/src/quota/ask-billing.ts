import { Injectable } from '@nestjs/common';
import { VigiaError, type Contract, type PayloadOf, type ReplyOf, type RequestName } from '@vigia/contracts';
import { Messages, ReplyUnknownError } from '@vigia/messaging';

const timeoutMs = 5_000;

/** Billing's own word, for a corporation that asks about its quota. Nothing depends on the answer, so that it may simply be asked again. */
@Injectable()
export class AskBilling {
  constructor(private readonly messages: Messages) {}

  async ask<N extends RequestName>(message: N, payload: PayloadOf<N>): Promise<ReplyOf<N>> {
    try {
      return await this.messages.request(message, payload, { timeoutMs });
    } catch (error) {
      if (error instanceof ReplyUnknownError) throw VigiaError.of('unavailable');
      throw error;
    }
  }

  /**
   * The contract that is asked for, or else the one in force today, or else the last that was; one to come only when it is named. A
   * contract of another corporation is not found.
   */
  async contract(corporationId: string, contractId: unknown): Promise<Contract> {
    const { contracts } = await this.ask('contracts.list', { corporationId });
    const contract =
      contractId === undefined
        ? contracts.findLast(({ phase }) => phase !== 'ahead')
        : contracts.find((one) => one.contractId === contractId);
    if (!contract) throw VigiaError.of('not_found');
    return contract;
  }
}
