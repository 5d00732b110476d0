import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ownSession, useSession } from './session.ts';

const name = 'vigia-session';

/** A browser has one session: a sign-in or sign-out in one tab applies to all of them. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
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
  useEffect(() => {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', () => void client.invalidateQueries({ queryKey: ownSession().queryKey }));
    return () => channel.close();
  }, [client]);
  useEffect(() => {
    if (!isSame) window.location.reload();
  }, [isSame]);
  return isSame;
}
