import { applyDecorators, Body, Controller, HttpCode, Post, UseGuards, type Type } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { isValidDocument, possibleDocTypes, VigiaError, type DocType } from '@vigia/contracts';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ForcedUpdateBody, forcedUpdateBodies } from '../forced-updates/forced-update-body.js';
import { bodyExamples } from '../loads/load-answers.js';
import { BulkLoadBodyV2, LoadBodyV2 } from '../loads/load-body.js';
import { ApiErrors, errorsOf } from '../openapi/api-errors.js';
import { ApiJsonBody } from '../openapi/api-json-body.js';
import { jsonSchema } from '../openapi/json-schema.js';
import { noSuchDocument } from '../domain/no-such-document.js';
import { AskBilling } from './ask-billing.js';
import { answerOfPreview } from './preview-answer.js';
import { previewAnswer, type PreviewAnswer } from './quota-answers.js';
import { previewExample } from './quota-examples.js';

function ApiPreview<Body>(summary: string, body: Type<Body>, examples: Record<string, Body>): MethodDecorator {
  return applyDecorators(
    HttpCode(200),
    ApiOperation({ summary }),
    ApiJsonBody(body, examples),
    ApiOkResponse({ description: 'what would be done now; nothing was', schema: jsonSchema(previewAnswer), example: previewExample }),
    ApiErrors('bad_request', 'document_invalid', ...errorsOf.token, ...errorsOf.body, ...errorsOf.everyCall),
  );
}

const invalid = (docType: DocType) => VigiaError.of('document_invalid', { docType });

/** What a load or a forced update would cost, by the code that charges it. */
@ApiTags('cuota')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller()
export class PreviewsController {
  constructor(private readonly billing: AskBilling) {}

  @Post('v2/perfiles/cargar/simular')
  @ApiPreview('See what loading one profile would cost', LoadBodyV2, bodyExamples.v2)
  one(@Body() { taxId, ...body }: LoadBodyV2, @Caller() caller: TokenSubject): Promise<PreviewAnswer> {
    if (!isValidDocument(body.docType, taxId)) throw invalid(body.docType);
    return this.load([taxId], body, caller);
  }

  @Post('v2/perfiles/cargar-masivo/simular')
  @ApiPreview('See what loading up to 100 profiles would cost', BulkLoadBodyV2, bodyExamples.bulkV2)
  many(@Body() { taxIds, ...body }: BulkLoadBodyV2, @Caller() caller: TokenSubject): Promise<PreviewAnswer> {
    return this.load([...new Set(taxIds)], body, caller);
  }

  @Post('v2/perfiles/forzar-actualizacion/simular')
  @ApiPreview('See what a forced update would cost', ForcedUpdateBody, forcedUpdateBodies)
  async forced(@Body() { taxIds, months }: ForcedUpdateBody, @Caller() { corporationId }: TokenSubject): Promise<PreviewAnswer> {
    const unique = [...new Set(taxIds)];
    const possible = unique.filter((taxId) => possibleDocTypes(taxId).length > 0);
    const asked = { corporationId, taxIds: possible, ...(months !== undefined && { months }) };
    return answerOfPreview(unique, await this.billing.ask('quota.preview', { operation: 'reprocess', ...asked }), noSuchDocument);
  }

  private async load(
    taxIds: string[],
    { docType, isMonitoring = true, months }: Omit<LoadBodyV2, 'taxId'>,
    { corporationId }: TokenSubject,
  ): Promise<PreviewAnswer> {
    const mode = isMonitoring ? 'monitoring' : 'query';
    const valid = taxIds.filter((taxId) => isValidDocument(docType, taxId));
    const command = { operation: 'load', corporationId, docType, taxIds: valid, mode, ...(months !== undefined && { months }) } as const;
    return answerOfPreview(taxIds, await this.billing.ask('quota.preview', command), () => invalid(docType));
  }
}
