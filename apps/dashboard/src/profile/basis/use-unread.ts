import type { SourceName } from '@vigia/contracts';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { useBasis } from './basis.tsx';
import { unreadIn } from './unread.ts';

/** The text in place of a figure or finding of a source that has not answered completely; null if it has. */
export function useUnread(): (name: SourceName) => string | null {
  const { basis: words } = useProfileWords();
  const basis = useBasis()?.basis;
  return (name) => {
    const why = unreadIn(basis, name);
    return why && words.unread[why];
  };
}
