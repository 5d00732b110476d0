import { Text } from '@mantine/core';
import type { SectionContents, SummaryV2 } from '@vigia/contracts';
import { Chart } from '#kit/charts/chart.tsx';
import { day, month } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import { count, soles } from '#language/money.ts';
import { nullWords, orWord } from '#language/null-words.ts';
import { PeriodTable } from '#profile/period-table.tsx';
import styles from '#profile/profile.module.css';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { useUnread } from '#profile/basis/use-unread.ts';
import { SubTitle } from './ratings.tsx';
import { Updates } from './updates.tsx';

type Content = SectionContents['laboral'];

export function Labour({ summary }: { summary: SummaryV2 }) {
  const { labour: words } = useProfileWords().sections;
  const { noInformation } = nullWords[useLanguage().language];
  return (
    <SectionCard summary={summary} section="laboral" title={words.title} isAnchor>
      {(content) => (
        <>
          <div className={styles.halves}>
            <div>
              <SubTitle>{words.staff}</SubTitle>
              <Staff content={content} />
            </div>
            <div>
              <SubTitle>{words.resolutions}</SubTitle>
              <Resolutions found={content.datos_resoluciones_laborales} />
              <SubTitle>{words.debt}</SubTitle>
              <Debts debts={content.variacion_deuda_laboral} />
            </div>
          </div>
          <Updates
            of={[
              [words.updatedStaff, orWord(content.ultima_actualizacion_trabajadores, day, noInformation)],
              [words.updatedResolutions, orWord(content.ultima_actualizacion_resoluciones, day, noInformation)],
              [words.updatedDebt, orWord(content.ultima_actualizacion_deuda, day, noInformation)],
            ]}
          />
        </>
      )}
    </SectionCard>
  );
}

const drawn = [
  ['Trabajadores', 'var(--chart-1)'],
  ['Prestadores', 'var(--chart-3)'],
  ['Pensionistas', 'var(--chart-5)'],
] as const;

function Staff({ content: { datos_trabajadores, fechas_periodos_trabajadores: dates } }: { content: Content }) {
  const { labour: words, periods } = useProfileWords().sections;
  const { language } = useLanguage();
  const days = [dates.fecha_doce_meses_anteriores, dates.fecha_seis_meses_anteriores, dates.fecha_ultimo_periodo];
  const names = [periods.twelve, periods.six, periods.latest];
  const fields = ['cantidad_doce_meses_anteriores', 'cantidad_seis_meses_anteriores', 'cantidad_ultimo_periodo'] as const;
  const of = (kind: string) => datos_trabajadores.find(({ tipo }) => tipo === kind);
  const written = days.map((text) => text && day(text)) as [string | null, string | null, string | null];
  return (
    <>
      <Chart
        height={170}
        summary={words.summary(fields.map((field, place) => `${written[place] ?? names[place]} ${of('Total')?.[field] ?? '—'}`).join(', '))}
        series={drawn.map(([key, colour]) => ({ key, colour, label: words.types[key] }))}
        moments={fields.map((field, place) => ({
          label: days[place] ? month(days[place], language) : names[place]!,
          values: Object.fromEntries(drawn.map(([key]) => [key, of(key)?.[field] ?? null])),
        }))}
        format={count}
      />
      <PeriodTable
        label={words.staff}
        rows={datos_trabajadores.map((one) => ({
          label: words.types[one.tipo],
          source: 'trabajadores',
          amounts: [one.cantidad_doce_meses_anteriores, one.cantidad_seis_meses_anteriores, one.cantidad_ultimo_periodo],
          changes: [one.variacion_doce_meses, one.variacion_seis_meses],
          dates: written,
          format: count,
        }))}
      />
    </>
  );
}

function Resolutions({ found }: { found: Content['datos_resoluciones_laborales'] }) {
  const { labour: words } = useProfileWords().sections;
  const dates: [string | null, string | null, string | null] = [
    found.fecha_doce_meses_anteriores,
    found.fecha_seis_meses_anteriores,
    found.fecha_ultimo_periodo,
  ];
  return (
    <PeriodTable
      label={words.resolutions}
      rows={[
        {
          label: words.count,
          source: 'resoluciones_laborales',
          amounts: [found.cantidad_doce_meses, found.cantidad_seis_meses, found.cantidad_total_actual],
          changes: [found.variacion_cantidad_doce, found.variacion_cantidad_seis],
          dates,
          format: count,
        },
        {
          label: words.fines,
          source: 'resoluciones_laborales',
          amounts: [found.monto_doce_meses, found.monto_seis_meses, found.monto_total_actual],
          changes: [found.variacion_monto_doce, found.variacion_monto_seis],
          dates,
          format: soles,
        },
      ]}
    />
  );
}

function Debts({ debts }: { debts: Content['variacion_deuda_laboral'] }) {
  const { labour: words } = useProfileWords().sections;
  const unread = useUnread();
  if (debts.length === 0) return <Text size="sm">{unread('deuda_laboral') ?? words.noDebt}</Text>;
  return (
    <PeriodTable
      label={words.debt}
      rows={debts.map((one) => ({
        label: words.debtTypes[one.tipo],
        source: 'deuda_laboral',
        amounts: [one.monto_doce_meses_anteriores, one.monto_seis_meses_anteriores, one.monto_ultimo_periodo],
        changes: [one.variacion_doce_meses, one.variacion_seis_meses],
        dates: [day(one.fecha_doce_meses_anteriores), day(one.fecha_seis_meses_anteriores), day(one.fecha_ultimo_periodo)],
        format: soles,
      }))}
    />
  );
}
