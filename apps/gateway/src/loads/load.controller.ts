import { applyDecorators, Body, Controller, HttpCode, Post, Res, type Type } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { checkDocument, type DocType, docTypes, refusalReasons } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { IdempotentCalls, sendAnswer } from '../idempotency/idempotent-calls.js';
import { ApiCostly, Costly, type CostlyCall, costlyErrors } from '../idempotency/costly-call.js';
import { ApiErrors, ApiJsonBody } from '../openapi/api-call.js';
import { docTypesV1, type DocTypeV1, howLongACallWaits, IsMonitoring, KindOfDocument, Months, TaxId } from './body-fields.js';
import { answerForOne } from './domain/load-answer.js';
import { commandOf, LoadRequests, workedOut } from './load-requests.js';

export class LoadBodyV1 {
  @TaxId(docTypesV1) taxId: string;
  @KindOfDocument(docTypesV1) docType: DocTypeV1;
  @IsMonitoring() isMonitoring?: boolean;
}

export class LoadBodyV2 {
  @TaxId(docTypes) taxId: string;
  @KindOfDocument(docTypes) docType: DocType;
  @IsMonitoring() isMonitoring?: boolean;
  @Months() months?: number;
}

const bodiesV1 = {
  monitoring: { taxId: '20990000019', docType: 'RUC' },
  query: { taxId: '99990002', docType: 'DNI', isMonitoring: false },
} satisfies Record<string, LoadBodyV1>;

export const bodiesV2 = {
  monitoring: { taxId: '20990000019', docType: 'RUC', months: 6 },
  query: { taxId: 'SIM000001', docType: 'CE', isMonitoring: false },
} satisfies Record<string, LoadBodyV2>;

export class LoadAnswer {
  @ApiProperty({ type: 'integer' }) statusCode: number;
  @ApiProperty() message: string;
}

const answers = {
  processed: { statusCode: 200, message: 'profile 20990000019 was processed' },
  loading: { statusCode: 202, message: 'profile 20990000019 is still loading; its summary will show the result' },
} satisfies Record<string, LoadAnswer>;

function ApiLoad<B>(body: Type<B>, examples: Record<string, B>): MethodDecorator {
  const type = LoadAnswer;
  return applyDecorators(
    HttpCode(200),
    ApiOperation({
      summary: 'Load one profile and wait for it',
      description:
        'All sources are asked at the same time. If the load takes too long, the answer is 202 and the load continues. ' +
        'A document that is in your portfolio already is not loaded again. If an earlier call of yours is loading it, the answer waits for that call. ' +
        howLongACallWaits,
    }),
    ApiCostly(),
    ApiJsonBody(body, examples),
    ApiOkResponse({ type, description: 'the profile was loaded, or was already in your portfolio', example: answers.processed }),
    ApiAcceptedResponse({ type, description: 'the load continues; the summary will show its result', example: answers.loading }),
    ApiErrors('document_invalid', 'taxpayer_not_found', ...refusalReasons, 'all_sources_failed', 'billing_unavailable', ...costlyErrors),
  );
}

@ApiTags('perfiles')
@ApiBearerAuth()
@Controller()
export class LoadController {
  constructor(
    private readonly idempotentCalls: IdempotentCalls,
    private readonly loadRequests: LoadRequests,
  ) {}

  @Post('v1/perfiles/cargar')
  @ApiLoad(LoadBodyV1, bodiesV1)
  loadV1(@Body() body: LoadBodyV1, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    return this.load(body, call, reply);
  }

  @Post('v2/perfiles/cargar')
  @ApiLoad(LoadBodyV2, bodiesV2)
  loadV2(@Body() body: LoadBodyV2, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    return this.load(body, call, reply);
  }

  private async load({ taxId, ...asked }: LoadBodyV2, call: CostlyCall, reply: FastifyReply): Promise<void> {
    call.nameDocuments([taxId]);
    checkDocument({ docType: asked.docType, taxId });
    const answer = await this.idempotentCalls.answer(call, async (requestId) => {
      const outcome = await this.loadRequests.outcomeOfLoad(commandOf(call, requestId, [taxId], asked));
      return workedOut(asked, outcome, answerForOne(taxId, outcome));
    });
    sendAnswer(answer, reply);
  }
}
