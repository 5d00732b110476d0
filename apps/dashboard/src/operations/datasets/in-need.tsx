import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from '#kit/link.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { type Dataset, inNeed } from './dataset-state.ts';
import { Freshness } from './freshness.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const most = 5;

/** The data sets that do not stay up to date by themselves, worst first. */
export function DatasetsInNeed({ datasets, leftOver }: { datasets: Dataset[]; leftOver: string[] }) {
  const words = useWords({ es, en });
  const found = inNeed(datasets.map((dataset) => ({ ...dataset, ...words.told[dataset.dataset] })));
  if (found.length === 0 && leftOver.length === 0) {
    return (
      <StatusBadge tone="good" icon={IconCheck}>
        {words.noneInNeed}
      </StatusBadge>
    );
  }
  return (
    <Stack gap={6}>
      {found.slice(0, most).map((dataset) => (
        <Group key={dataset.dataset} gap={8}>
          <Freshness dataset={dataset} />
          <Link to="/operador/datos/$dataset" params={{ dataset: dataset.dataset }} size="sm">
            {dataset.title}
          </Link>
        </Group>
      ))}
      {found.length > most && (
        <Text size="sm" c="dimmed">
          {words.moreInNeed(found.length - most)}
        </Text>
      )}
      {leftOver.length > 0 && (
        <Group gap={8}>
          <StatusBadge tone="watch" icon={IconAlertTriangle}>
            {words.leftOver.state}
          </StatusBadge>
          <Link to="/operador/datos" size="sm">
            {leftOver.join(', ')}
          </Link>
        </Group>
      )}
    </Stack>
  );
}
