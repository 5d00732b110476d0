import { IconHome, type Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Language } from '#language/languages.ts';
import type { Session } from '#session/session.ts';

interface Entry {
  to: LinkProps['to'];
  icon: Icon;
  words: Record<Language, string>;
  group: 'work' | 'integrations' | 'account' | 'operator';
  /** Everybody of a corporation sees it unless this says otherwise. */
  isFor?: (session: Session) => boolean;
}

const ofCorporation = ({ corporation }: Session) => corporation !== null;

/** One line for each screen that exists, in the order of the menu. */
const entries: Entry[] = [{ to: '/', icon: IconHome, words: { es: 'Inicio', en: 'Home' }, group: 'work', isFor: () => true }];

const groups = ['work', 'integrations', 'account', 'operator'] as const;

export function entriesFor(session: Session): { group: Entry['group']; entries: Entry[] }[] {
  const seen = entries.filter(({ isFor = ofCorporation }) => isFor(session));
  return groups.map((group) => ({ group, entries: seen.filter((entry) => entry.group === group) })).filter((one) => one.entries.length > 0);
}
