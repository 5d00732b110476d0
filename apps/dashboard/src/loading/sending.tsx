import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { askedOnce, personOn } from '#gateway/act.ts';
import type { Given } from '#gateway/operations.ts';
import { previewAnew } from '#gateway/queries.ts';
import { readAnew } from '#gateway/read-anew.ts';
import { mayPass, type Refusal } from '#gateway/refusal.ts';
import { asTold, waited } from '#gateway/repeating.ts';
import { untilItComes } from '#kit/until-it-comes.ts';
import { useLanguage } from '#language/language.tsx';
import { Accepted } from './accepted.ts';
import { ofSeveral } from './of-several.ts';
import { leftToCorrect } from './typed-list.ts';

type Batch = Given<'POST /panel/v1/loads'>['body'];

/** What stands in the form, which is disabled while it is sent. */
interface Draft {
  docType: Batch['docType'];
  isMonitoring: boolean;
  months?: number | undefined;
  text: string;
}
const blank: Draft = { docType: 'RUC', isMonitoring: true, text: '' };

export interface Progress {
  sent: number;
  of: number;
  /** Why the next one waits: the sent requests have begun, and the rest is sent automatically. */
  waitsFor?: Refusal;
}

interface Sending {
  send: (batches: Batch[]) => void;
  isPending: boolean;
  error: Refusal | null;
  progress: Progress;
  /** It stays until it is sent whole, also while its writer looks at another screen. Lines that could not be sent stay after the others. */
  draft: Draft;
  write: (changes: Partial<Draft>) => void;
  forget: () => void;
}

const key = 'POST /panel/v1/loads';

interface List {
  writer: string | undefined;
  draft: Draft;
  accepted: Accepted<Batch>;
}
/** What was not sent when a session ended by itself. Only its writer gets it back, and a sign-out on this page forgets it. */
let left: List | undefined;

const Kept = createContext<Sending | undefined>(undefined);

/** Above all screens: a list is kept, and a long one is sent to its end, while its writer looks at another screen. */
export function KeepsSending({ children }: { children: ReactNode }) {
  return <Kept value={useList()}>{children}</Kept>;
}

export function useSending(): Sending {
  const sending = useContext(Kept);
  if (!sending) throw new Error('KeepsSending stands above no part of this page');
  return sending;
}

function listOf(writer: string | undefined): List {
  return left && left.writer === writer ? left : { writer, draft: blank, accepted: new Accepted() };
}

/** Sends a long list as several requests, one after another. */
function useList(): Sending {
  const client = useQueryClient();
  const router = useRouter();
  const { language } = useLanguage();
  const [{ writer, accepted, draft: before }] = useState(() => listOf(personOn(client)));
  const [progress, setProgress] = useState<Progress>({ sent: 0, of: 0 });
  const [draft, setDraft] = useState(before);
  useEffect(() => {
    left = undefined;
    return () => {
      if (router.state.location.search.ended) left = { writer, draft, accepted };
    };
  }, [router, writer, draft, accepted]);
  const isUnderWay = useRef(false);
  const session = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    session.current = here;
    return () => here.abort();
  }, []);

  const sendOne = async (sender: string | undefined, { signal }: AbortController, batch: Batch, so: Progress): Promise<string> => {
    const tryIt = askedOnce(sender, key, { body: batch });
    for (;;) {
      // The sender may have signed out and in again: nothing shows them this list any more.
      signal.throwIfAborted();
      try {
        return (await tryIt()).requestId;
      } catch (error) {
        if (!mayPass(error)) {
          const told = asTold(key, error);
          throw so.of - so.sent > 1 ? ofSeveral(told) : told;
        }
        setProgress({ ...so, waitsFor: error });
        await waited(error);
      }
    }
  };

  const mutation = useMutation<string[], Refusal, Batch[]>({
    mutationFn(batches) {
      // Somebody else may have signed in during the wait: they must not pay for the rest of the list.
      const sender = personOn(client);
      const startedIn = session.current;
      return accepted.send(batches, (batch, sent) => {
        const so = { sent, of: batches.length };
        setProgress(so);
        return sendOne(sender, startedIn, batch, so);
      });
    },
    onSettled() {
      isUnderWay.current = false;
      readAnew(client, (read) => read === 'GET /panel/v1/loads');
    },
  });

  const { isPending, error } = mutation;
  useEffect(() => {
    if (!isPending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isPending]);

  const isWatched = () => router.state.location.pathname === '/cargas';
  return {
    isPending,
    error,
    progress,
    draft,
    write: (changes) => setDraft((before) => ({ ...before, ...changes })),
    forget: mutation.reset,
    send(batches) {
      // A button accepts a second press until the page has shown that the first is running.
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      // Fetched now, because at the end of the list the gateway may have only the files of a later release.
      const elsewhere = untilItComes(() => import('./elsewhere.ts'));
      mutation.mutate(batches, {
        onSuccess(ids) {
          const left = leftToCorrect(draft.docType, draft.text);
          // A file that was still being read when the list was sent is a list of its own.
          setDraft((now) => (now !== draft ? now : left === '' ? blank : { ...draft, text: left }));
          if (isWatched()) void router.navigate({ to: '/cargas/$requests', params: { requests: ids.join(',') } });
          else void elsewhere.then(({ tellSent }) => tellSent(ids.length, language));
        },
        onError(refusal) {
          const sent = accepted.count;
          setProgress({ sent, of: batches.length });
          // The quota is not what the cost in the form was computed from.
          if (refusal.status === 409 || sent > 0) previewAnew(client);
          if (!isWatched()) void elsewhere.then(({ tellRefused }) => tellRefused(refusal, sent, batches.length, language));
        },
      });
    },
  };
}
