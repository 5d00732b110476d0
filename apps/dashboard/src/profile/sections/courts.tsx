import { Group } from '@mantine/core';
import type { SectionContents, SummaryV2 } from '@vigia/contracts';
import { IconAlertOctagon, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import { StatusBadge } from '#kit/status-badge.tsx';
import { day } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import { count, soles } from '#language/money.ts';
import { nullWords, orWord } from '#language/null-words.ts';
import { useUnread } from '#profile/basis/use-unread.ts';
import { PeriodTable } from '#profile/period-table.tsx';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { Updates } from './updates.tsx';

type Content = SectionContents['judicial'];
const dayOrNothing = (text: string | null) => text && day(text);

export function Courts({ summary }: { summary: SummaryV2 }) {
  const { courts: words } = useProfileWords().sections;
  const { noInformation } = nullWords[useLanguage().language];
  return (
    <SectionCard summary={summary} section="judicial" title={words.title} isAnchor>
      {(content) => (
        <>
          <Group mb="sm">
            <Insolvency isListed={content.boletin_concursal} />
          </Group>
          <Figures content={content} />
          <Updates
            of={[
              [words.updatedDebtors, orWord(content.ultima_actualizacion_morosos, day, noInformation)],
              [words.updatedEdicts, orWord(content.ultima_actualizacion_edictos, day, noInformation)],
              [words.updatedInsolvency, orWord(content.ultima_actualizacion_boletin_concursal, day, noInformation)],
            ]}
          />
        </>
      )}
    </SectionCard>
  );
}

function Insolvency({ isListed }: { isListed: boolean }) {
  const { courts: words } = useProfileWords().sections;
  const why = useUnread()('boletin_concursal');
  const [icon, said] = isListed
    ? [IconAlertOctagon, words.listed]
    : why === null
      ? [IconCircleCheck, words.notListed]
      : [IconHelpCircle, why];
  return (
    <StatusBadge tone={isListed ? 'bad' : 'quiet'} icon={icon}>
      {words.insolvency}: {said}
    </StatusBadge>
  );
}

function Figures({ content: { deudores_morosos: debtors, edictos_judiciales: edicts } }: { content: Content }) {
  const { courts: words } = useProfileWords().sections;
  return (
    <PeriodTable
      label={words.title}
      rows={[
        {
          label: words.debtors,
          source: 'morosos_judiciales',
          amounts: [debtors.monto_doce_meses_anteriores, debtors.monto_seis_meses_anteriores, debtors.monto_ultimo_periodo],
          changes: [debtors.variacion_doce_meses_anteriores, debtors.variacion_seis_meses_anteriores],
          dates: [
            dayOrNothing(debtors.fecha_doce_meses_anteriores),
            dayOrNothing(debtors.fecha_seis_meses_anteriores),
            dayOrNothing(debtors.fecha_ultimo_periodo),
          ],
          format: soles,
        },
        {
          label: words.edicts,
          source: 'edictos_judiciales',
          amounts: [edicts.cantidad_doce_meses_anteriores, edicts.cantidad_seis_meses_anteriores, edicts.cantidad_ultimo_periodo],
          changes: [edicts.variacion_doce_meses_anteriores, edicts.variacion_seis_meses_anteriores],
          dates: [edicts.fecha_doce_meses_anteriores, edicts.fecha_seis_meses_anteriores, edicts.fecha_ultimo_periodo],
          format: count,
        },
      ]}
    />
  );
}
