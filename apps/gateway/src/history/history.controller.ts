import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type DocType,
  endOfLimaDay,
  historyExample,
  historyPage,
  type Section,
  sectionName,
  sections,
  startOfLimaDay,
} from '@vigia/contracts';
import { IsIn } from 'class-validator';
import type { Static } from 'typebox';
import { Caller } from '../authentication/caller.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiParameters, Day, FromUrl, Must, PageSize, Parameter, refuseReversed } from '../http/url-query.js';
import { Omittable } from '../http/validation.js';
import { ApiErrors, jsonSchema, readErrors } from '../openapi/api-call.js';
import { KindAsked, NumberAsked, profileAsked } from '../summaries/profile-query.js';
import { type AskedChanges, parseCursor, HistoryReader } from './history-reader.js';
import { answer } from '../openapi/answer-shape.js';

const usualPage = 50;
const cursorText = {
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
  required: false,
  description: '`siguiente` of the page before',
} as const;

export class HistoryQuery {
  @KindAsked() docType?: DocType;
  @NumberAsked() taxId: string;

  @PageSize(usualPage) limit?: string;

  @Parameter(cursorText, Omittable(), Must((text) => positionAt(text) !== undefined, 'cursor must be the siguiente of an earlier page'))
  cursor?: string;

  @Parameter(
    { schema: jsonSchema(sectionName), required: false, description: 'only changes of this section' },
    Omittable(),
    IsIn(sections, { message: `seccion must be one of ${sections.join(', ')}` }),
  )
  seccion?: Section;

  @Day('desde', 'only changes from this day in Lima on') desde?: string;
  @Day('hasta', 'only changes up to the end of this day in Lima') hasta?: string;
}

function positionAt(cursor: unknown) {
  return typeof cursor === 'string' ? parseCursor(cursor) : undefined;
}

export function changesAsked({ limit, cursor, seccion, desde, hasta }: Omit<HistoryQuery, 'docType' | 'taxId'>): AskedChanges {
  refuseReversed({ desde, hasta });
  return {
    limit: limit === undefined ? usualPage : Number(limit),
    after: positionAt(cursor),
    section: seccion,
    from: desde === undefined ? undefined : startOfLimaDay(desde),
    until: hasta === undefined ? undefined : endOfLimaDay(hasta),
  };
}

const historyAnswer = answer('HistoryAnswer', historyPage);
type HistoryAnswer = Static<typeof historyAnswer>;

@ApiTags('perfiles')
@ApiBearerAuth()
@Controller()
export class HistoryController {
  constructor(private readonly historyReader: HistoryReader) {}

  @Get('v2/perfiles/:taxId/historial')
  @ApiOperation({
    summary: 'Read the changes of a profile in the periods of your access',
    description:
      'A change is noticed when a source answers again. Each changed field is an entry of its own. The first answer of a source is no change, and neither is a source that is no longer contracted.',
  })
  @ApiParameters(HistoryQuery)
  @ApiOkResponse({
    description: 'one page of changes',
    schema: jsonSchema(historyAnswer),
    example: { statusCode: 200, data: historyExample },
  })
  @ApiErrors(...readErrors)
  async read(@FromUrl() query: HistoryQuery, @Caller() { corporationId }: TokenSubject): Promise<HistoryAnswer> {
    return { statusCode: 200, data: await this.historyReader.page(profileAsked(corporationId, query), changesAsked(query)) };
  }
}
