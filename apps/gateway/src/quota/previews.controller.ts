import { applyDecorators, Body, Controller, HttpCode, Post, type Type } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { checkDocument, isValidDocument, possibleDocTypes, VigiaError } from '@vigia/contracts';
import { Peers } from '@vigia/messaging';
import { Caller } from '../authentication/caller.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { forcedUpdateBodies, ForcedUpdateBody } from '../forced-updates/forced-updates.controller.js';
import { modeOf } from '../loads/body-fields.js';
import { BulkLoadBodyV2, bulkBodiesV2 } from '../loads/bulk-load.controller.js';
import { EarlierAccesses } from '../loads/earlier-accesses.js';
import { noSuchDocument } from '../loads/domain/load-answer.js';
import { bodiesV2, LoadBodyV2 } from '../loads/load.controller.js';
import { ApiErrors, ApiJsonBody, errorsOf, jsonSchema } from '../openapi/api-call.js';
import { answerOfPreview, type PreviewAnswer, previewAnswer, previewExamples } from './preview-answer.js';

function ApiPreview<Body>(summary: string, body: Type<Body>, examples: Record<string, Body>, example: PreviewAnswer): MethodDecorator {
  return applyDecorators(
    HttpCode(200),
    ApiOperation({ summary, description: 'The code that charges computes the answer. Nothing is loaded, held or charged.' }),
    ApiJsonBody(body, examples),
    ApiOkResponse({
      description: 'effect and cost of the call; nothing was done',
      schema: jsonSchema(previewAnswer),
      example,
    }),
    ApiErrors('bad_request', 'document_invalid', ...errorsOf.token, ...errorsOf.body, ...errorsOf.everyCall),
  );
}

/** What a load or a forced update would cost, computed by the code that charges it. */
@ApiTags('cuota')
@ApiBearerAuth()
@Controller()
export class PreviewsController {
  constructor(
    private readonly peers: Peers,
    private readonly earlierAccesses: EarlierAccesses,
  ) {}

  @Post('v2/perfiles/cargar/simular')
  @ApiPreview('See what loading one profile would cost', LoadBodyV2, bodiesV2, previewExamples.load)
  one(@Body() { taxId, ...body }: LoadBodyV2, @Caller() caller: TokenSubject): Promise<PreviewAnswer> {
    checkDocument({ docType: body.docType, taxId });
    return this.load([taxId], body, caller);
  }

  @Post('v2/perfiles/cargar-masivo/simular')
  @ApiPreview('See what loading up to 100 profiles would cost', BulkLoadBodyV2, bulkBodiesV2, previewExamples.bulkLoad)
  many(@Body() { taxIds, ...body }: BulkLoadBodyV2, @Caller() caller: TokenSubject): Promise<PreviewAnswer> {
    return this.load([...new Set(taxIds)], body, caller);
  }

  @Post('v2/perfiles/forzar-actualizacion/simular')
  @ApiPreview('See what a forced update would cost', ForcedUpdateBody, forcedUpdateBodies, previewExamples.forcedUpdate)
  async forced(@Body() { taxIds, months }: ForcedUpdateBody, @Caller() { corporationId }: TokenSubject): Promise<PreviewAnswer> {
    const unique = [...new Set(taxIds)];
    const possible = unique.filter((taxId) => possibleDocTypes(taxId).length > 0);
    const asked = { corporationId, taxIds: possible, ...(months !== undefined && { months }) };
    return answerOfPreview(unique, await this.peers.ask('quota.preview', { operation: 'reprocess', ...asked }), noSuchDocument);
  }

  private async load(
    taxIds: string[],
    { docType, isMonitoring, months }: Omit<LoadBodyV2, 'taxId'>,
    { corporationId }: TokenSubject,
  ): Promise<PreviewAnswer> {
    const valid = taxIds.filter((taxId) => isValidDocument(docType, taxId));
    const mode = modeOf(isMonitoring);
    const command = { operation: 'load', corporationId, docType, taxIds: valid, mode, ...(months !== undefined && { months }) } as const;
    const preview = await this.peers.ask('quota.preview', command);
    const accesses = await this.earlierAccesses.ofKept(preview, { corporationId, docType });
    const loading = accesses.filter(({ state }) => state === 'pending').map((access) => access.taxId);
    return answerOfPreview(taxIds, preview, () => VigiaError.of('document_invalid', { docType }), loading);
  }
}
