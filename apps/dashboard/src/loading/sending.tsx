import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { act } from '#gateway/act.ts';
import type { Given } from '#gateway/operations.ts';
import { mayPass, Refusal } from '#gateway/refusal.ts';
import { asTold } from '#gateway/repeating.ts';
import { useLanguage } from '#language/language.tsx';
import { ownSession } from '#session/session.ts';

type Batch = Given<'POST /panel/v1/loads'>['body'];

export interface Progress {
  sent: number;
  of: number;
  /** Why the next one waits: what was sent is begun, and the rest goes on by itself. */
  waitsFor?: Refusal;
}

interface Sending {
  send: (batches: Batch[]) => void;
  isPending: boolean;
  error: Refusal | null;
  progress: Progress;
  /** The list that is being sent, or of which a part was refused: the form shows it when its sender comes back. */
  list: Batch[];
  forget: () => void;
}

const key = 'POST /panel/v1/loads';
const Kept = createContext<Sending | undefined>(undefined);

/** Above all screens: a long list is sent on while its sender looks at another one. */
export function KeepsSending({ children }: { children: ReactNode }) {
  return <Kept value={useList()}>{children}</Kept>;
}

export function useSending(): Sending {
  const sending = useContext(Kept);
  if (!sending) throw new Error('KeepsSending stands above no part of this page');
  return sending;
}

export const waitOf = ({ retryAfterSeconds }: Refusal) => retryAfterSeconds ?? 2;

/** Sends a long list as several requests, one after the other. Sent again, it goes on with the first that was not accepted. */
function useList(): Sending {
  const client = useQueryClient();
  const router = useRouter();
  const { language } = useLanguage();
  const accepted = useRef(new Map<string, string>());
  const [progress, setProgress] = useState<Progress>({ sent: 0, of: 0 });

  const person = () => client.getQueryData(ownSession().queryKey)?.user.userId;

  const sendOne = async (batch: Batch, so: Progress, sender: string | undefined): Promise<string> => {
    for (;;) {
      // Somebody else may have signed in while it waited: what is left of a list is not theirs to pay.
      if (person() !== sender) throw new Refusal(409, 'the session of the sender has ended');
      try {
        return (await act(client, key, { body: batch })).requestId;
      } catch (error) {
        if (!mayPass(error)) throw asTold(key, error);
        setProgress({ ...so, waitsFor: error });
        await new Promise((resolve) => setTimeout(resolve, waitOf(error) * 1000));
      }
    }
  };

  const mutation = useMutation<string[], Refusal, Batch[]>({
    async mutationFn(batches) {
      const ids: string[] = [];
      const sender = person();
      const before = accepted.current;
      accepted.current = new Map();
      for (const batch of batches) {
        const so = { sent: ids.length, of: batches.length };
        setProgress(so);
        const content = JSON.stringify(batch);
        const id = before.get(content) ?? (await sendOne(batch, so, sender));
        accepted.current.set(content, id);
        ids.push(id);
      }
      accepted.current.clear();
      return ids;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['GET /panel/v1/loads'] }),
  });

  const { isPending, isSuccess, error, variables } = mutation;
  useEffect(() => {
    if (!isPending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isPending]);

  const isWatched = () => router.state.location.pathname === '/cargas';
  const elsewhere = () => import('./elsewhere.ts');
  return {
    isPending,
    error,
    progress,
    list: (!isSuccess && variables) || [],
    forget: mutation.reset,
    send: (batches) =>
      mutation.mutate(batches, {
        onSuccess(ids) {
          if (isWatched()) void router.navigate({ to: '/cargas/$requests', params: { requests: ids.join(',') } });
          else void elsewhere().then(({ tellSent }) => tellSent(ids.length, language));
        },
        onError(refusal) {
          const sent = accepted.current.size;
          setProgress({ sent, of: batches.length });
          if (!isWatched()) void elsewhere().then(({ tellRefused }) => tellRefused(refusal, sent, batches.length, language));
        },
      }),
  };
}
