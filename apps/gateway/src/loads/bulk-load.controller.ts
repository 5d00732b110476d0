import { applyDecorators, Body, Controller, HttpCode, Post, Res, type Type } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { type ApiVersion, type DocType, docTypes, isValidDocument } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { IdempotentCalls, sendAnswer } from '../idempotency/idempotent-calls.js';
import { ApiCostly, Costly, type CostlyCall, costlyErrors } from '../idempotency/costly-call.js';
import { ApiErrors, ApiJsonBody } from '../openapi/api-call.js';
import { docTypesV1, type DocTypeV1, howLongACallWaits, IsMonitoring, KindOfDocument, Months, numbersOf, TaxIds } from './body-fields.js';
import { answerForMany, nothingAsked } from './domain/load-answer.js';
import { LoadAnswer } from './load.controller.js';
import { commandOf, LoadRequests, workedOut } from './load-requests.js';

class BulkLoadBodyV1 {
  @TaxIds(numbersOf(docTypesV1)) taxIds: string[];
  @KindOfDocument(docTypesV1) docType: DocTypeV1;
  @IsMonitoring() isMonitoring?: boolean;
}

export class BulkLoadBodyV2 {
  @TaxIds(numbersOf(docTypes)) taxIds: string[];
  @KindOfDocument(docTypes) docType: DocType;
  @IsMonitoring() isMonitoring?: boolean;
  @Months() months?: number;
}

const bodiesV1 = { monitoring: { taxIds: ['20990000019', '20990000027'], docType: 'RUC' } } satisfies Record<string, BulkLoadBodyV1>;
export const bulkBodiesV2 = {
  monitoring: { taxIds: ['SIM000001', 'SIM000002'], docType: 'CE', months: 3 },
} satisfies Record<string, BulkLoadBodyV2>;

export class ProfileError {
  @ApiProperty() taxId: string;
  @ApiProperty({ description: 'reason in words, for a person to read' }) reason: string;
}

const unmonitored =
  'profiles whose monitoring expired at once, because the quota changed before the activation; only in v2, and only if there are any';

class LoadResults {
  @ApiProperty({ description: 'profiles that were loaded', type: 'integer' }) successful: number;
  @ApiProperty({ description: 'profiles with errors', type: 'integer' }) failed: number;
  @ApiProperty({ description: 'profiles that were already in the portfolio', type: 'integer' }) skipped: number;
  @ApiProperty({ description: 'one entry for each profile that failed', type: [ProfileError] }) errors: ProfileError[];
  @ApiProperty({ description: unmonitored, type: 'integer', required: false }) monitoringActivationFailed?: number;
}

class BulkLoadAnswer extends LoadAnswer {
  @ApiProperty({ type: LoadResults }) results: LoadResults;
}

const errors = [{ taxId: '20990000010', reason: 'taxId is not a valid RUC' }];
const answers = {
  processed: {
    statusCode: 200,
    message: '3 profiles: 1 loaded, 1 failed, 1 already in your portfolio',
    results: { successful: 1, failed: 1, skipped: 1, errors },
  },
  loading: {
    statusCode: 202,
    message: '3 profiles: 1 loaded, 1 failed, 0 already in your portfolio; 1 is still loading; its summary will show the result',
    results: { successful: 1, failed: 1, skipped: 0, errors },
  },
} satisfies Record<string, BulkLoadAnswer>;

function ApiBulkLoad<B>(body: Type<B>, examples: Record<string, B>): MethodDecorator {
  const type = BulkLoadAnswer;
  const whole = 'the loads have ended; the results of every profile';
  return applyDecorators(
    HttpCode(200),
    ApiOperation({
      summary: 'Load up to 100 profiles and wait for them',
      description:
        'A document counts once, however often it is listed. If one fails, it is reported in `results.errors` and the others continue. ' +
        'One that an earlier call of yours is loading is not loaded twice: the answer waits for that call. ' +
        'One that you have in query stays a query, although monitoring is asked for: `message` says how many. ' +
        howLongACallWaits,
    }),
    ApiCostly(),
    ApiJsonBody(body, examples),
    ApiOkResponse({ type, description: whole, example: answers.processed }),
    ApiAcceptedResponse({ type, description: 'some loads continue; the results known so far', example: answers.loading }),
    ApiErrors(...costlyErrors),
  );
}

@ApiTags('perfiles')
@ApiBearerAuth()
@Controller()
export class BulkLoadController {
  constructor(
    private readonly idempotentCalls: IdempotentCalls,
    private readonly loadRequests: LoadRequests,
  ) {}

  @Post('v1/perfiles/cargar-masivo')
  @ApiBulkLoad(BulkLoadBodyV1, bodiesV1)
  loadV1(@Body() body: BulkLoadBodyV1, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    return this.load('v1', body, call, reply);
  }

  @Post('v2/perfiles/cargar-masivo')
  @ApiBulkLoad(BulkLoadBodyV2, bulkBodiesV2)
  loadV2(@Body() body: BulkLoadBodyV2, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    return this.load('v2', body, call, reply);
  }

  /** Every document counts once, and the loader gets only those that can exist. */
  private async load(
    version: ApiVersion,
    { taxIds: given, ...asked }: BulkLoadBodyV2,
    call: CostlyCall,
    reply: FastifyReply,
  ): Promise<void> {
    const { docType, isMonitoring } = asked;
    const taxIds = [...new Set(given)];
    call.nameDocuments(taxIds);
    const valid = taxIds.filter((taxId) => isValidDocument(docType, taxId));
    const answer = await this.idempotentCalls.answer(call, async (requestId) => {
      const command = commandOf(call, requestId, valid, asked);
      const outcome = valid.length > 0 ? await this.loadRequests.outcomeOfLoad(command) : nothingAsked;
      const said = workedOut(asked, outcome, answerForMany({ docType, taxIds, version, isMonitoring }, outcome));
      return { ...said, isKept: said.isKept && valid.length === taxIds.length, isEmpty: valid.length === 0 };
    });
    sendAnswer(answer, reply);
  }
}
