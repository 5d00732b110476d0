import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#gateway/call.ts';
import { newKey } from '#gateway/queries.ts';
import type { Given } from '#gateway/operations.ts';
import { mayPass, Refusal } from '#gateway/refusal.ts';
import { ownSession } from '#session/session.ts';

type Batch = Given<'POST /panel/v1/loads'>['body'];

export interface Progress {
  sent: number;
  of: number;
  /** Why the next one waits: what was sent is begun, and the rest goes on by itself. */
  waitsFor?: Refusal;
}

export const waitOf = ({ retryAfterSeconds }: Refusal) => retryAfterSeconds ?? 2;

/** Sends a long list as several requests, one after the other. Each keeps its key, so that sending again repeats nothing. */
export function useSending() {
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const [progress, setProgress] = useState<Progress>({ sent: 0, of: 0 });

  const person = () => client.getQueryData(ownSession().queryKey)?.user.userId;

  const keyOf = (batch: Batch) => {
    const content = JSON.stringify(batch);
    const key = keys.current.get(content) ?? newKey();
    keys.current.set(content, key);
    return key;
  };

  const sendOne = async (batch: Batch, so: Progress, sender: string | undefined): Promise<string> => {
    for (;;) {
      // Somebody else may have signed in while it waited: what is left of a list is not theirs to pay.
      if (person() !== sender) throw new Refusal(409, 'the session of the sender has ended');
      try {
        return (await call('POST /panel/v1/loads', { body: batch }, { idempotencyKey: keyOf(batch) })).requestId;
      } catch (error) {
        if (!mayPass(error)) throw error;
        setProgress({ ...so, waitsFor: error });
        await new Promise((resolve) => setTimeout(resolve, waitOf(error) * 1000));
      }
    }
  };

  const mutation = useMutation<string[], Refusal, Batch[]>({
    async mutationFn(batches) {
      const ids: string[] = [];
      const sender = person();
      for (const batch of batches) {
        const so = { sent: ids.length, of: batches.length };
        setProgress(so);
        ids.push(await sendOne(batch, so, sender));
      }
      keys.current.clear();
      return ids;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['GET /panel/v1/loads'] }),
  });
  return { ...mutation, progress };
}
