import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { possibleDocTypes } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { IdempotentCalls, sendAnswer } from '../idempotency/idempotent-calls.js';
import { ApiCostly, Costly, type CostlyCall, costlyErrors } from '../idempotency/costly-call.js';
import { answerForForcedUpdate, nothingAsked } from '../loads/domain/load-answer.js';
import { ProfileError } from '../loads/bulk-load.controller.js';
import { howLongACallWaits, Months, TaxIds } from '../loads/body-fields.js';
import { LoadRequests } from '../loads/load-requests.js';
import { ApiErrors, ApiJsonBody } from '../openapi/api-call.js';

const taxIds = 'document numbers of active profiles of your portfolio, of any type; one that fits no type is reported in errors';
const months =
  'months of monitoring from now on, the current one included, for monitored profiles under a one-time plan; when left out, each keeps its last day';

export class ForcedUpdateBody {
  @TaxIds(taxIds) taxIds: string[];
  @Months(months) months?: number;
}

export const forcedUpdateBodies = {
  default: { taxIds: ['20990000019', '99990002'] },
  months: { taxIds: ['20990000019'], months: 6 },
} satisfies Record<string, ForcedUpdateBody>;

class ForcedUpdateResults {
  @ApiProperty({ description: 'profiles that were updated', type: 'integer' }) successful: number;
  @ApiProperty({ description: 'profiles with errors', type: 'integer' }) failed: number;
  @ApiProperty({ description: 'profiles that are not active in your portfolio', type: 'integer' }) skipped: number;
  @ApiProperty({ description: 'one entry for each profile that failed or was skipped', type: [ProfileError] }) errors: ProfileError[];
}

class ForcedUpdateData {
  @ApiProperty() message: string;
  @ApiProperty({ type: ForcedUpdateResults }) results: ForcedUpdateResults;
}

class ForcedUpdateAnswer {
  @ApiProperty({ type: 'integer' }) statusCode: number;
  @ApiProperty({ type: ForcedUpdateData }) data: ForcedUpdateData;
}

const errors = [{ taxId: '99990002', reason: 'the profile is not active in your portfolio' }];

const forcedUpdateExamples = {
  updated: {
    statusCode: 200,
    data: {
      message: '2 profiles: 1 updated, 0 failed, 1 not active in your portfolio',
      results: { successful: 1, failed: 0, skipped: 1, errors },
    },
  },
  updating: {
    statusCode: 202,
    data: {
      message: '2 profiles: 0 updated, 0 failed, 1 not active in your portfolio; 1 is still loading; its summary will show the result',
      results: { successful: 0, failed: 0, skipped: 1, errors },
    },
  },
} satisfies Record<string, ForcedUpdateAnswer>;

@ApiTags('perfiles')
@ApiBearerAuth()
@Controller()
export class ForcedUpdatesController {
  constructor(
    private readonly idempotentCalls: IdempotentCalls,
    private readonly loadRequests: LoadRequests,
  ) {}

  @Post('v2/perfiles/forzar-actualizacion')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Refresh up to 100 active profiles from every source and wait for them',
    description:
      'Under a one-time plan the monitoring of each profile ends and begins anew today: months that have not begun return to the quota, the current month does not, and the months of the new monitoring are deducted. Without `months` the last day stays, which costs one month. An expired monitoring is not updated, and a profile in query costs no month. `/v2/perfiles/forzar-actualizacion/simular` shows the cost. ' +
      'A number under which you have two active profiles updates one of them: the RUC before the DNI, the DNI before the CE. ' +
      howLongACallWaits,
  })
  @ApiCostly()
  @ApiJsonBody(ForcedUpdateBody, forcedUpdateBodies)
  @ApiOkResponse({
    type: ForcedUpdateAnswer,
    description: 'the updates have ended; the results of every profile',
    example: forcedUpdateExamples.updated,
  })
  @ApiAcceptedResponse({
    type: ForcedUpdateAnswer,
    description: 'some updates continue; the results known so far',
    example: forcedUpdateExamples.updating,
  })
  @ApiErrors(...costlyErrors)
  async update(@Body() { taxIds: given, months }: ForcedUpdateBody, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    const taxIds = [...new Set(given)];
    call.nameDocuments(taxIds);
    const possible = taxIds.filter((taxId) => possibleDocTypes(taxId).length > 0);
    const { corporationId, origin } = call;
    const answer = await this.idempotentCalls.answer(call, async (requestId) => {
      const command = { requestId, corporationId, origin, taxIds: possible, ...(months !== undefined && { months }) };
      const outcome = possible.length > 0 ? await this.loadRequests.outcome('reprocess.start', command) : nothingAsked;
      const said = answerForForcedUpdate(taxIds, outcome);
      return {
        status: said.statusCode,
        text: JSON.stringify(said),
        isKept: said.statusCode !== 202 && possible.length === taxIds.length,
        isEmpty: possible.length === 0,
      };
    });
    sendAnswer(answer, reply);
  }
}
