import type { AnswerTo } from '#gateway/operations.ts';

export type User = AnswerTo<'GET /panel/v1/users'>['users'][number];

/** Those that an administrator gives. */
export const roles = ['member', 'analyst', 'admin'] as const;
export type Role = (typeof roles)[number];
