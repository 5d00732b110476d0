import { IconAlertTriangle, IconCheck, IconCircleDashed, IconPlayerPause, IconPlugConnectedX, type Icon } from '@tabler/icons-react';
import type { AnswerTo } from '#gateway/operations.ts';
import type { Tone } from '#theme/colours.ts';

export type Source = AnswerTo<'GET /panel/v1/operator/sources'>['sources'][number];

/** In the order in which they need attention. */
export const sourceStates = ['down', 'failing', 'paused', 'unasked', 'answering'] as const;
export type SourceState = (typeof sourceStates)[number];

/** From this share of failed questions on, a source counts as failing. */
const failingFrom = 0.1;

/** A source that nobody has asked recently is not known to be well. */
export function stateOf({ pause, hour, circuits }: Source): SourceState {
  if (pause) return 'paused';
  if (circuits.open > 0) return 'down';
  if (hour.asked === 0) return 'unasked';
  if (hour.failed === hour.asked) return 'down';
  return hour.failed / hour.asked >= failingFrom ? 'failing' : 'answering';
}

export const stateLooks: Record<SourceState, { tone: Tone; icon: Icon }> = {
  down: { tone: 'bad', icon: IconPlugConnectedX },
  failing: { tone: 'watch', icon: IconAlertTriangle },
  paused: { tone: 'info', icon: IconPlayerPause },
  unasked: { tone: 'quiet', icon: IconCircleDashed },
  answering: { tone: 'good', icon: IconCheck },
};

export function byAttention(sources: Source[]): Source[] {
  const rank = (source: Source) => sourceStates.indexOf(stateOf(source));
  return sources.toSorted((one, other) => rank(one) - rank(other));
}
