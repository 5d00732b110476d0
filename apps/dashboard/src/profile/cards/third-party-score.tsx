import { Group, Text } from '@mantine/core';
import type { SummaryV2 } from '@vigia/contracts';
import { useLanguage } from '#language/language.tsx';
import { nullWords } from '#language/null-words.ts';
import { Facts } from '#profile/facts.tsx';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { TrafficLight } from '#traffic-light/traffic-light.tsx';

export function ThirdPartyScore({ summary }: { summary: SummaryV2 }) {
  const { score } = useProfileWords().cards;
  const { noInformation } = nullWords[useLanguage().language];
  return (
    <SectionCard summary={summary} section="alerta_tercero" title={score.title} subtitle={score.subtitle} isAnchor>
      {({ nota, semaforo_actual, semaforo_previo, semaforo_peor_mejor }) => (
        <>
          <Group gap={8} align="baseline" mb="md">
            <Text fz={nota === null ? 'lg' : 32} fw={700} lh={1}>
              {nota ?? noInformation}
            </Text>
            {nota !== null && (
              <Text size="sm" c="dimmed">
                {score.grade}
              </Text>
            )}
          </Group>
          <Facts
            facts={[
              [score.current, <TrafficLight key="light" code={semaforo_actual} />],
              [score.previous, <TrafficLight key="light" code={semaforo_previo} />],
              [score.extreme, <TrafficLight key="light" code={semaforo_peor_mejor} />],
            ]}
          />
        </>
      )}
    </SectionCard>
  );
}
