import { useSuspenseQuery } from '@tanstack/react-query';
import type { AnswerTo } from '#gateway/operations.ts';
import { question } from '#gateway/queries.ts';

export type Session = AnswerTo<'GET /panel/v1/session'>;

export const ownSession = () => ({ ...question('GET /panel/v1/session', {}), staleTime: 60_000 });

/** Who is signed in. The shell asks before it shows anything, so the answer is there. */
export function useSession(): Session {
  return useSuspenseQuery(ownSession()).data;
}

/** Whether the person may do this, as the gateway says; what it decides by is not repeated here. */
export function useCan(ability: Session['can'][number]): boolean {
  return useSession().can.includes(ability);
}
