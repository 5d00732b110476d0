import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ownSession, useSession } from './session.ts';

const name = 'vigia-session';

/** A browser has one session: who signs in or out in a tab does so in all of them. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

/** Whether the person is still the one for whom this page was opened. Where somebody else has signed in, it begins anew: nothing that it has read is theirs. */
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
