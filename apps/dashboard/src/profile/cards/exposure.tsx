import { Group, Text } from '@mantine/core';
import type { SectionContents, SummaryV2 } from '@vigia/contracts';
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { day } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import { change, soles } from '#language/money.ts';
import { nullWords, orWord } from '#language/null-words.ts';
import { useUnread } from '#profile/basis/use-unread.ts';
import { Facts } from '#profile/facts.tsx';
import { contentOf } from '#profile/contents.ts';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';

export function Exposure({ summary }: { summary: SummaryV2 }) {
  const words = useProfileWords();
  const { exposure } = words.cards;
  const { noInformation } = nullWords[useLanguage().language];
  const unread = useUnread();
  const period = contentOf(summary, 'finanzas')?.situacion?.actual;
  return (
    <SectionCard
      summary={summary}
      section="finanzas"
      title={exposure.title}
      subtitle={period ? exposure.at(day(period.periodo)) : undefined}
    >
      {({ situacion, peor_calificacion, max_dias_vencidos }) => (
        <>
          <Text fz={situacion?.actual ? 26 : 'lg'} fw={700} lh={1.2}>
            {orWord(situacion?.actual, (actual) => soles(actual.exposicion_total), noInformation)}
          </Text>
          {situacion ? (
            <Movement from={situacion.doce_meses} to={situacion.actual} when={exposure.inTwelve} />
          ) : (
            <Text size="xs" c="dimmed" mb="md">
              {unread('deuda_financiera') ?? (peor_calificacion && exposure.onlyDistribution)}
            </Text>
          )}
          <Facts
            facts={[
              [
                exposure.worst,
                orWord(
                  peor_calificacion,
                  ({ calificacion, porcentaje }) =>
                    porcentaje === null
                      ? `${calificacion} · ${words.sections.finances.ratings[calificacion]}`
                      : exposure.worstOf(calificacion, porcentaje),
                  noInformation,
                ),
              ],
              [exposure.overdue, orWord(max_dias_vencidos, exposure.days, noInformation)],
            ]}
          />
        </>
      )}
    </SectionCard>
  );
}

type Period = NonNullable<SectionContents['finanzas']['situacion']>['actual'];

/** More debt is not bad news in itself, so the arrow has no alarm colour. */
function Movement({ from, to, when }: { from: Period; to: Period; when: string }) {
  const { noBase } = nullWords[useLanguage().language];
  const base = from?.exposicion_total;
  const moved = base && to ? (100 * (to.exposicion_total - base)) / base : null;
  const Symbol = !moved ? IconEqual : moved > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <Group gap={4} mb="md">
      {moved !== null && <Symbol size={16} aria-hidden />}
      <Text size="sm" fw={500}>
        {orWord(moved, change, noBase)} {when}
      </Text>
    </Group>
  );
}
