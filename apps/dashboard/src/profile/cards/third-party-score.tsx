import { Group, Text } from '@mantine/core';
import type { SummaryV2 } from '@vigia/contracts';
import { useLanguage } from '#language/language.tsx';
import { nullWords } from '#language/null-words.ts';
import { Facts } from '#profile/facts.tsx';
import styles from '#profile/profile.module.css';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { coloursOf, inks } from './traffic-light.ts';

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
              [score.current, <Light key="light" code={semaforo_actual} />],
              [score.previous, <Light key="light" code={semaforo_previo} />],
              [score.extreme, <Light key="light" code={semaforo_peor_mejor} />],
            ]}
          />
        </>
      )}
    </SectionCard>
  );
}

/** Both dots in the listed order, and both words. No page explains what a pair means, so no arrow is drawn. */
function Light({ code }: { code: number | null }) {
  const { score } = useProfileWords().cards;
  const colours = coloursOf(code);
  if (!colours) return score.unknown(code ?? 0);
  if (colours.length === 0) return score.noValue;
  return (
    <Group gap={6} component="span" display="inline-flex">
      {colours.map((colour) => (
        <span key={colour} className={styles.dot} style={{ background: inks[colour] }} aria-hidden />
      ))}
      {colours.map((colour) => score.colours[colour]).join(' – ')}
    </Group>
  );
}
