import { ApiProperty } from '@nestjs/swagger';
import { LoadResults } from '../loads/load-answers.js';

class ForcedUpdateData {
  @ApiProperty() message: string;
  @ApiProperty({ type: LoadResults }) results: LoadResults;
}

export class ForcedUpdateAnswer {
  @ApiProperty() statusCode: number;
  @ApiProperty({ type: ForcedUpdateData }) data: ForcedUpdateData;
}

const errors = [{ taxId: '99990002', reason: 'the profile is not active in your portfolio' }];

export const forcedUpdateExamples = {
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
      message:
        '2 profiles: 0 updated, 0 failed, 1 not active in your portfolio; the others are still under way, their summaries will show the result',
      results: { successful: 0, failed: 0, skipped: 1, errors },
    },
  },
} satisfies Record<string, ForcedUpdateAnswer>;
