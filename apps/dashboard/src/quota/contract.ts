import type { AnswerTo } from '#gateway/operations.ts';

export type Contract = AnswerTo<'GET /panel/v1/contracts'>['contracts'][number];
