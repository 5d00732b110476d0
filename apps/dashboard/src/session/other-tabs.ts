import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ownSession, useSession } from './session.ts';

/** One for the whole page: a channel does not hear itself, but it hears every other one, also of its own page. */
const tabs = openChannel();

/** A browser that blocks cookies may refuse it, as Firefox does. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('vigia-session');
  } catch {
    return undefined;
  }
}

/** A browser has one session: a sign-in or sign-out in one tab applies to all of them. */
export function tellOtherTabs(): void {
  tabs?.postMessage(null);
}

function useOtherTabs(onTold: () => void): void {
  useEffect(() => {
    tabs?.addEventListener('message', onTold);
    return () => tabs?.removeEventListener('message', onTold);
  }, [onTold]);
}

/**
 * For the sign-in: `enter` is called when somebody signs in in another tab. This page may learn that the earlier session has ended before it can
 * learn of the new one, so it also asks once if it comes from a session. An answer that comes after the sign-in has gone leads nowhere.
 */
export function useSignInElsewhere(comesFromSession: boolean, enter: () => void): void {
  const client = useQueryClient();
  const isShown = useRef(true);
  const look = useCallback(
    () =>
      void client.fetchQuery({ ...ownSession(), staleTime: 0 }).then(
        () => isShown.current && enter(),
        () => undefined,
      ),
    [client, enter],
  );
  useOtherTabs(look);
  useEffect(() => {
    isShown.current = true;
    if (comesFromSession) look();
    return () => {
      isShown.current = false;
    };
  }, [comesFromSession, look]);
}

/**
 * Whether the person is still the one for whom this page was opened. If somebody else has signed in, the page is reloaded, because nothing
 * that it has read belongs to them.
 */
export function useSamePerson(): boolean {
  const client = useQueryClient();
  const { userId } = useSession().user;
  const [first] = useState(userId);
  const isSame = userId === first;
  useOtherTabs(useCallback(() => void client.invalidateQueries({ queryKey: ownSession().queryKey }), [client]));
  useEffect(() => {
    if (!isSame) window.location.reload();
  }, [isSame]);
  return isSame;
}
