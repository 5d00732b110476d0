import { Group, Stack, Text } from '@mantine/core';
import type { SectionContents, SummaryV2 } from '@vigia/contracts';
import { IconAlertTriangle, IconFlag, IconShieldCheck, type Icon } from '@tabler/icons-react';
import type { Tone } from '#theme/colours.ts';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';

const looks: Record<SectionContents['alerta_compliance']['nivel'], { tone: Tone; icon: Icon }> = {
  'Alerta Alta': { tone: 'bad', icon: IconFlag },
  'Alerta Media': { tone: 'watch', icon: IconAlertTriangle },
  'Alerta Baja': { tone: 'good', icon: IconShieldCheck },
};

export function Compliance({ summary }: { summary: SummaryV2 }) {
  const { compliance } = useProfileWords().cards;
  return (
    <SectionCard summary={summary} section="alerta_compliance" title={compliance.title} subtitle={compliance.subtitle} isAnchor>
      {({ nivel }) => {
        const { tone, icon: Symbol } = looks[nivel];
        return (
          <Stack gap="xs">
            <Group gap={8} wrap="nowrap" c={`var(--${tone}-ink)`}>
              <Symbol size={22} aria-hidden />
              <Text fw={700} size="lg">
                {compliance.levels[nivel]}
              </Text>
            </Group>
            <Text size="sm">{nivel === 'Alerta Baja' ? compliance.clean : compliance.found}</Text>
          </Stack>
        );
      }}
    </SectionCard>
  );
}
