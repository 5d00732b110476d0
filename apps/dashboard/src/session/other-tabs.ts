import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ownSession, useSession } from './session.ts';

const name = 'vigia-session';

/** A browser has one session: a sign-in or sign-out in one tab applies to all of them. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

function useOtherTabs(onTold: () => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', onTold);
    return () => channel.close();
  }, [onTold]);
}

/**
 * For the sign-in: `enter` is called when somebody signs in in another tab. This page may learn that the earlier session has ended before it can
 * learn of the new one, so it also asks once if it comes from a session.
 */
export function useSignInElsewhere(comesFromSession: boolean, enter: () => void): void {
  const client = useQueryClient();
  const look = useCallback(
    () => void client.fetchQuery({ ...ownSession(), staleTime: 0, retry: false }).then(enter, () => undefined),
    [client, enter],
  );
  useOtherTabs(look);
  useEffect(() => {
    if (comesFromSession) look();
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
