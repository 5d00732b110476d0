import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { type Dataset, stateLooks, stateOf } from './dataset-state.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function Freshness({ dataset }: { dataset: Dataset }) {
  const words = useWords({ es, en });
  const state = stateOf(dataset);
  return <StatusBadge {...stateLooks[state]}>{words.states[state]}</StatusBadge>;
}
