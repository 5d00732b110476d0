import {
  IconAlertTriangle,
  IconCalendarX,
  IconCheck,
  IconCircleDashed,
  IconClockExclamation,
  IconDatabaseOff,
  IconDownload,
  IconLicense,
  IconPlayerPause,
  IconPlugConnectedX,
  type Icon,
} from '@tabler/icons-react';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import type { Tone } from '#theme/colours.ts';
import { type Dataset, type DatasetState, stateOf } from './dataset-state.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const looks: Record<DatasetState, { tone: Tone; icon: Icon }> = {
  leaving: { tone: 'bad', icon: IconCalendarX },
  late: { tone: 'bad', icon: IconClockExclamation },
  refused: { tone: 'watch', icon: IconAlertTriangle },
  failed: { tone: 'watch', icon: IconPlugConnectedX },
  importing: { tone: 'info', icon: IconDownload },
  paused: { tone: 'info', icon: IconPlayerPause },
  fresh: { tone: 'good', icon: IconCheck },
  byHand: { tone: 'good', icon: IconCheck },
  none: { tone: 'quiet', icon: IconCircleDashed },
  retired: { tone: 'quiet', icon: IconDatabaseOff },
  unlicensed: { tone: 'locked', icon: IconLicense },
};

export function Freshness({ dataset }: { dataset: Dataset }) {
  const words = useWords({ es, en });
  const state = stateOf(dataset);
  return <StatusBadge {...looks[state]}>{words.states[state]}</StatusBadge>;
}
