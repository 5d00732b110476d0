import { hasContent, type Section, type SectionContents, type SummaryV2 } from '@vigia/contracts';
import type { Icon } from '@tabler/icons-react';
import {
  IconCheck,
  IconCircleMinus,
  IconClockExclamation,
  IconDatabaseOff,
  IconLoader2,
  IconLock,
  IconPlugConnectedX,
  IconUserQuestion,
} from '@tabler/icons-react';
import type { Tone } from '#theme/colours.ts';

export type Code = SummaryV2[Section]['statusCode'];
/** A code, or what is known beyond it. */
export type State = Code | 'incomplete' | 'unconfirmed' | 'unidentified' | 'nameless';

/** The content of a section; null if it has none, for the reason in its code. */
export function contentOf<S extends Section>(summary: SummaryV2, section: S): SectionContents[S] | null {
  const { statusCode, data } = summary[section];
  return hasContent(statusCode) ? (data as SectionContents[S]) : null;
}

/** The icon and the tone of each state of a section. Its text is in the dictionary. */
export const stateLooks: Record<State, { tone: Tone; icon: Icon }> = {
  SH10: { tone: 'good', icon: IconCheck },
  SH11: { tone: 'good', icon: IconDatabaseOff },
  SH20: { tone: 'info', icon: IconLoader2 },
  SH30: { tone: 'locked', icon: IconLock },
  SH40: { tone: 'quiet', icon: IconCircleMinus },
  SH50: { tone: 'bad', icon: IconPlugConnectedX },
  SH51: { tone: 'bad', icon: IconClockExclamation },
  incomplete: { tone: 'watch', icon: IconPlugConnectedX },
  unconfirmed: { tone: 'info', icon: IconLoader2 },
  unidentified: { tone: 'bad', icon: IconUserQuestion },
  nameless: { tone: 'watch', icon: IconUserQuestion },
};
