import { applyDecorators, Body, Controller, HttpCode, Post, type Type, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type DocType, isValidDocument, possibleDocTypes, type Preview, type ReprocessRefusal, VigiaError } from '@vigia/contracts';
import { Peers } from '@vigia/messaging';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { limaDay } from '../domain/lima-time.js';
import { noSuchDocument } from '../domain/no-such-document.js';
import { forcedUpdateBodies, ForcedUpdateBody } from '../forced-updates/forced-updates.controller.js';
import { bodyExamples } from '../loads/load-api.js';
import { BulkLoadBodyV2, LoadBodyV2 } from '../loads/load-body.js';
import { ApiErrors, ApiJsonBody, errorsOf, jsonSchema } from '../openapi/api-call.js';
import { soles } from './domain/soles.js';
import { type PreviewAnswer, previewAnswer } from './quota-answers.js';
import { previewExample } from './quota-examples.js';

export const plans = { monthly: 'mensual', one_time: 'pago_unico' } as const;
const actions = { load: 'cargar', refresh: 'actualizar', activate: 'activar', keep: 'ninguna', none: 'ninguna' } as const;

type Entry = PreviewAnswer['data']['documentos'][number];

/** In the order of the request. Billing was not asked about numbers that no document has: what is wrong with them is said here. */
export function answerOfPreview(taxIds: string[], preview: Preview, wrong: (taxId: string) => VigiaError): PreviewAnswer {
  const { kind, refusal, returned, deducted, fittingMonths, documentChargesAtMost } = preview;
  const previewed = new Map(preview.documents.map((document) => [document.taxId, document]));
  return {
    statusCode: 200,
    data: {
      plan: kind && plans[kind],
      rechazo: refusal && { motivo: textOf(refusal), meses_que_caben: fittingMonths },
      documentos: taxIds.map((taxId) => {
        const document = previewed.get(taxId);
        return document ? entryOf(document) : { ...untouched, taxId, motivo: wrong(taxId).message };
      }),
      meses_devueltos: returned,
      meses_descontados: deducted,
      cuota_antes: preview.availableBefore,
      cuota_despues: preview.availableAfter,
      meses_que_caben: fittingMonths,
      dias_restantes_del_mes: preview.daysLeftOfThisMonth,
      cargo_maximo: { documentos: documentChargesAtMost.documents, importe: soles(documentChargesAtMost.cents) },
    },
  };
}

const untouched = { accion: 'ninguna', meses_devueltos: 0, meses_descontados: 0, vence: null, vence_en: null } as const;

function entryOf({ taxId, action, refusal, returned, deducted, expiresAt }: Preview['documents'][number]): Entry {
  return {
    taxId,
    accion: actions[action],
    motivo: action === 'keep' ? 'the profile is in your portfolio already' : refusal && textOf(refusal),
    meses_devueltos: returned,
    meses_descontados: deducted,
    vence: expiresAt && limaDay(new Date(Date.parse(expiresAt) - 1)),
    vence_en: expiresAt,
  };
}

const textOf = (refusal: ReprocessRefusal) => VigiaError.ofRefusal(refusal).message;

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
  constructor(private readonly peers: Peers) {}

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
    return answerOfPreview(unique, await this.peers.ask('quota.preview', { operation: 'reprocess', ...asked }), noSuchDocument);
  }

  private async load(
    taxIds: string[],
    { docType, isMonitoring = true, months }: Omit<LoadBodyV2, 'taxId'>,
    { corporationId }: TokenSubject,
  ): Promise<PreviewAnswer> {
    const mode = isMonitoring ? 'monitoring' : 'query';
    const valid = taxIds.filter((taxId) => isValidDocument(docType, taxId));
    const command = { operation: 'load', corporationId, docType, taxIds: valid, mode, ...(months !== undefined && { months }) } as const;
    return answerOfPreview(taxIds, await this.peers.ask('quota.preview', command), () => invalid(docType));
  }
}
