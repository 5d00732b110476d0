import type { SectionContents, SourceName, SummaryV2 } from '@vigia/contracts';
import { day } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import { soles } from '#language/money.ts';
import { nullWords, orWord } from '#language/null-words.ts';
import { PeriodTable } from '#profile/period-table.tsx';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { Updates } from './updates.tsx';

const sources = {
  'Deuda Coactiva - AUTORIDAD': 'deuda_coactiva',
  'Deuda vencida': 'deuda_vencida',
  'Documentos protestados': 'protestos',
} as const satisfies Record<SectionContents['boletin']['deudas_boletin'][number]['tipo'], SourceName>;

const dayOrNothing = (text: string | null) => text && day(text);

export function Bulletin({ summary }: { summary: SummaryV2 }) {
  const { bulletin: words } = useProfileWords().sections;
  const { noInformation } = nullWords[useLanguage().language];
  return (
    <SectionCard summary={summary} section="boletin" title={words.title} isAnchor>
      {({ deudas_boletin, ultima_actualizacion_deuda_vencida, ultima_actualizacion_protestos, ultima_actualizacion_coactiva }) => (
        <>
          <PeriodTable
            label={words.title}
            rows={deudas_boletin.map((debt) => ({
              label: words.types[debt.tipo],
              source: sources[debt.tipo],
              amounts: [debt.monto_doce_meses_anteriores, debt.monto_seis_meses_anteriores, debt.monto_ultimo_periodo],
              changes: [debt.variacion_doce_meses, debt.variacion_seis_meses],
              dates: [
                dayOrNothing(debt.fecha_doce_meses_anteriores),
                dayOrNothing(debt.fecha_seis_meses_anteriores),
                dayOrNothing(debt.fecha_ultimo_periodo),
              ],
              format: soles,
            }))}
          />
          <Updates
            of={[
              [words.enforced, orWord(ultima_actualizacion_coactiva, day, noInformation)],
              [words.overdue, orWord(ultima_actualizacion_deuda_vencida, day, noInformation)],
              [words.protests, orWord(ultima_actualizacion_protestos, day, noInformation)],
            ]}
          />
        </>
      )}
    </SectionCard>
  );
}
