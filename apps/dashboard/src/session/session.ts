import { useSuspenseQuery } from '@tanstack/react-query';
import type { AnswerTo } from '#gateway/operations.ts';
import { question } from '#gateway/queries.ts';

export type Session = AnswerTo<'GET /panel/v1/session'>;

export const ownSession = () => ({ ...question('GET /panel/v1/session', {}), staleTime: 60_000 });

/** The signed-in user. The shell asks before it shows anything, so the answer is available. */
export function useSession(): Session {
  return useSuspenseQuery(ownSession()).data;
}

/** Whether the gateway allows the person to do this; its rules are not repeated here. */
export function useCan(ability: Session['can'][number]): boolean {
  return useSession().can.includes(ability);
}
