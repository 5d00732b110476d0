import { summaryV1, summaryV2 } from '@vigia/contracts';
import { answer } from './answer-shape.js';
import { jsonSchema } from './api-call.js';

export const SummarySchema = {
  v1: jsonSchema(answer('SummaryAnswerV1', summaryV1)),
  v2: jsonSchema(answer('SummaryAnswerV2', summaryV2)),
};
