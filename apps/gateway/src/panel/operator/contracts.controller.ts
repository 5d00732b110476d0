import { Controller, Res } from '@nestjs/common';
import { type Contract, panel, type PanelAnswer, type StatementLine, VigiaError } from '@vigia/contracts';
import { Peers, twice } from '@vigia/messaging';
import type { FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { CostlyCall } from '../../idempotency/costly-call.js';
import { CostlyActs, OperatorAct } from '../acts/costly-acts.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { OperatedCorporations } from './operated-corporations.js';

const { operatorContracts: operations } = panel;
type One = PanelAnswer<typeof operations.create>;

/** How the statement names a person: it begins with the kind of actor. */
const signature = (email: string) => `operator ${email}`;

@Controller()
export class OperatorContractsController {
  constructor(
    private readonly peers: Peers,
    private readonly corporations: OperatedCorporations,
    private readonly audit: AuditLog,
    private readonly acts: CostlyActs,
  ) {}

  @Operation(operations.list)
  async list(@Asked() { params: { corporationId } }: Asked<typeof operations.list>): Promise<PanelAnswer<typeof operations.list>> {
    return { contracts: await this.contractsOf(corporationId) };
  }

  @Operation(operations.create)
  async create(@Asked() { params: { corporationId }, body, actor, self: { email } }: Asked<typeof operations.create>): Promise<One> {
    await this.corporations.one(corporationId);
    const made = ({ contractId }: Contract) => contractId;
    const act = { actor: { ...actor, corporationId }, action: 'contract.create', made, detail: body };
    const terms = { ...body, corporationId, actor: signature(email) };
    return { contract: await this.audit.record(act, () => this.peers.ask('contracts.create', terms)) };
  }

  @Operation(operations.amend)
  async amend(@Asked() { params, body, actor, self: { email } }: Asked<typeof operations.amend>): Promise<One> {
    const { corporationId, contractId } = await this.contract(params);
    const act = { actor: { ...actor, corporationId }, action: 'contract.amend', subject: contractId, detail: body };
    const command = { commandId: randomUUID(), contractId, ...body, actor: signature(email) };
    return { contract: await this.audit.record(act, () => this.peers.ask('contracts.amend', command, twice)) };
  }

  @Operation(operations.adjust)
  async adjust(
    @Asked() { params, body, actor }: Asked<typeof operations.adjust>,
    @OperatorAct() call: CostlyCall,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { corporationId, contractId } = await this.contract(params);
    const act = { actor: { ...actor, corporationId }, action: 'quota.adjust', subject: contractId, detail: body };
    const command = { contractId, ...body, actor: call.origin.actor };
    const adjust = (commandId: string) => this.peers.ask('quota.adjust', { commandId, ...command }, twice);
    return this.acts.once(call, act, reply, adjust, (contract) => ({ status: 200, body: { contract } }));
  }

  @Operation(operations.statement)
  async statement(@Asked() { params, query }: Asked<typeof operations.statement>): Promise<PanelAnswer<typeof operations.statement>> {
    const { corporationId, contractId } = await this.contract(params);
    const { afterSeq, upToSeq } = query;
    const page = { ...(afterSeq && { afterSeq: Number(afterSeq) }), ...(upToSeq && { upToSeq: Number(upToSeq) }) };
    const { lines, ...balances } = await this.peers.ask('quota.statement', { corporationId, contractId, ...page }, twice);
    return { ...balances, lines: lines.map(withoutDocument) };
  }

  private async contractsOf(corporationId: string): Promise<Contract[]> {
    await this.corporations.one(corporationId);
    return (await this.peers.ask('contracts.list', { corporationId }, twice)).contracts;
  }

  /** A contract of the corporation in the path, whose audit record gets the entry. */
  private async contract({ corporationId, contractId }: { corporationId: string; contractId: string }): Promise<Contract> {
    const contract = (await this.contractsOf(corporationId)).find((one) => one.contractId === contractId);
    if (!contract) throw VigiaError.of('not_found');
    return contract;
  }
}

/** Operators see no profiles, so they must not learn which ones a corporation has. Clients choose their keys, which may name a document. */
function withoutDocument({ operation, ...line }: StatementLine): StatementLine {
  return { ...line, document: null, ...(operation && { operation: { ...operation, idempotencyKey: null } }) };
}
