import type { AnswerTo } from '#gateway/operations.ts';

export type User = AnswerTo<'GET /panel/v1/users'>['users'][number];

/** The roles that an administrator assigns. */
export const roles = ['member', 'analyst', 'admin'] as const;
export type Role = (typeof roles)[number];
