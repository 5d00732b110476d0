import { Controller, Res } from '@nestjs/common';
import { type Document, documentKey, isValidDocument, panel, type PanelAnswer, possibleDocTypes, VigiaError } from '@vigia/contracts';
import { Peers } from '@vigia/messaging';
import type { FastifyReply } from 'fastify';
import type { CostlyCall } from '../../idempotency/costly-call.js';
import { modeOf } from '../../loads/body-fields.js';
import { noSuchDocument } from '../../loads/domain/load-answer.js';
import { EarlierAccesses } from '../../loads/earlier-accesses.js';
import { commandOf, LoadRequests } from '../../loads/load-requests.js';
import { Asked, Operation } from '../calls/operation.js';
import { CostlyAct, CostlyActs } from './costly-acts.js';

const { acts } = panel;
type Preview = PanelAnswer<typeof acts.previewUpdate>;
type PreviewOfLoad = PanelAnswer<typeof acts.previewLoad>;

/** Actions of people that cost months or money. The answer does not wait for their end. */
@Controller()
export class ActsController {
  constructor(
    private readonly peers: Peers,
    private readonly loadRequests: LoadRequests,
    private readonly earlierAccesses: EarlierAccesses,
    private readonly acts: CostlyActs,
  ) {}

  @Operation(acts.previewLoad)
  async previewLoad(@Asked() { body, self }: Asked<typeof acts.previewLoad>): Promise<PreviewOfLoad> {
    const { docType, isMonitoring, ...asked } = body;
    const taxIds = numbersOf(asked.taxIds, docType);
    const mode = modeOf(isMonitoring);
    const { corporationId } = self;
    const preview = await this.peers.ask('quota.preview', { operation: 'load', corporationId, docType, mode, ...asked, taxIds });
    const accesses = new Map(
      (await this.earlierAccesses.ofKept(preview, { corporationId, docType })).map(({ taxId, state, mode, expiresAt }) => [
        taxId,
        { state, mode, expiresAt: expiresAt?.toISOString() ?? null },
      ]),
    );
    return { ...preview, documents: preview.documents.map((document) => ({ ...document, access: accesses.get(document.taxId) ?? null })) };
  }

  @Operation(acts.load)
  load(@Asked() { body, actor }: Asked<typeof acts.load>, @CostlyAct() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    const { taxIds: given, ...detail } = body;
    const taxIds = numbersOf(given, body.docType);
    call.nameDocuments(taxIds);
    const act = { actor, action: 'load.start', detail: { ...detail, documents: taxIds.length } };
    const begin = (requestId: string) => this.loadRequests.begin('loads.start', commandOf(call, requestId, taxIds, body));
    return this.acts.once(call, act, reply, begin, accepted);
  }

  @Operation(acts.previewUpdate)
  previewUpdate(@Asked() { body, self }: Asked<typeof acts.previewUpdate>): Promise<Preview> {
    const taxIds = numbersOf(body.taxIds);
    return this.peers.ask('quota.preview', { operation: 'reprocess', corporationId: self.corporationId, ...body, taxIds });
  }

  @Operation(acts.update)
  update(@Asked() { body, actor }: Asked<typeof acts.update>, @CostlyAct() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    const { corporationId, origin } = call;
    const taxIds = numbersOf(body.taxIds);
    call.nameDocuments(taxIds);
    const act = { actor, action: 'update.start', detail: { months: body.months, documents: taxIds.length } };
    const begin = (requestId: string) => this.loadRequests.begin('reprocess.start', { requestId, corporationId, origin, ...body, taxIds });
    return this.acts.once(call, act, reply, begin, accepted);
  }

  @Operation(acts.previewMonitoring)
  previewMonitoring(@Asked() { body, self }: Asked<typeof acts.previewMonitoring>): Promise<Preview> {
    const documents = documentsOf(body.documents);
    return this.peers.ask('quota.preview', { operation: 'activate', corporationId: self.corporationId, ...body, documents });
  }

  @Operation(acts.monitor)
  monitor(@Asked() { body, actor }: Asked<typeof acts.monitor>, @CostlyAct() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    const documents = documentsOf(body.documents);
    const { corporationId, origin } = call;
    call.nameDocuments(documents.map(({ taxId }) => taxId));
    const act = { actor, action: 'monitoring.activate', detail: { months: body.months, documents: documents.length } };
    const activate = async (requestId: string) => {
      const outcome = await this.peers.ask('access.activate', { requestId, corporationId, origin, ...body, documents });
      if (outcome.outcome === 'refused') throw VigiaError.ofRefusal(outcome.refusal);
      return outcome;
    };
    return this.acts.once(call, act, reply, activate, (outcome) => ({ status: 200, body: outcome }));
  }
}

const accepted = (_: void, requestId: string) => ({ status: 202, body: { requestId } });

/** Each number once. The page has already shown which of them are impossible. */
function numbersOf(given: string[], docType?: Document['docType']): string[] {
  const isPossible = (taxId: string) => (docType ? isValidDocument(docType, taxId) : possibleDocTypes(taxId).length > 0);
  if (given.every(isPossible)) return [...new Set(given)];
  throw docType ? VigiaError.of('document_invalid', { docType }) : noSuchDocument();
}

/** Each document once, in the order in which they are first named. */
function documentsOf(given: Document[]): Document[] {
  const byKey = new Map(given.map((document) => [documentKey(document), document]));
  for (const { docType, taxId } of byKey.values()) numbersOf([taxId], docType);
  return [...byKey.values()];
}
