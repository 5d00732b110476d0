import type { AnswerTo } from '#gateway/operations.ts';

export type Entry = AnswerTo<'GET /panel/v1/audit'>['entries'][number];
