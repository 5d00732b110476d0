import { Text } from '@mantine/core';
import type { SectionContents, SummaryV2 } from '@vigia/contracts';
import { hasAmounts } from '#kit/charts/bar.ts';
import { Chart } from '#kit/charts/chart.tsx';
import { day, month } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import { shortSoles, soles } from '#language/money.ts';
import { nullWords, orWord } from '#language/null-words.ts';
import { useUnread } from '#profile/basis/use-unread.ts';
import { contentOf } from '#profile/contents.ts';
import styles from '#profile/profile.module.css';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { Scrolling } from '#profile/scrolling.tsx';

type Situations = NonNullable<SectionContents['finanzas']['situacion']>;
type Period = NonNullable<Situations['actual']>;

const parts = [
  ['vigente', 'var(--chart-1)'],
  ['ref_rees', 'var(--chart-2)'],
  ['vencida', 'var(--chart-3)'],
  ['judicial', 'var(--chart-4)'],
  ['otros', 'var(--chart-5)'],
  ['indirecta', 'var(--chart-6)'],
] as const;

const lines = [
  'vigente',
  'ref_rees',
  'vencida',
  'judicial',
  'otros',
  'directa',
  'indirecta',
  'exposicion_total',
  'linea_credito',
  'castigada',
  'garantias',
  'provisiones',
] as const;
const totals = new Set<string>(['directa', 'exposicion_total']);

export function Finances({ summary }: { summary: SummaryV2 }) {
  const { finances: words } = useProfileWords().sections;
  const { noInformation } = nullWords[useLanguage().language];
  const unread = useUnread();
  const updated = contentOf(summary, 'finanzas')?.ultima_actualizacion;
  return (
    <SectionCard
      summary={summary}
      section="finanzas"
      title={words.title}
      subtitle={updated ? words.subtitle(day(updated)) : undefined}
      isAnchor
    >
      {({ situacion, peor_calificacion }) =>
        situacion ? (
          <Debt situations={situacion} />
        ) : (
          <Text size="sm">{unread('deuda_financiera') ?? (peor_calificacion ? words.onlyDistribution : noInformation)}</Text>
        )
      }
    </SectionCard>
  );
}

function Debt({ situations: { doce_meses, seis_meses, actual } }: { situations: Situations }) {
  const { finances: words, periods: when } = useProfileWords().sections;
  const { language } = useLanguage();
  const periods: [Period | null, string][] = [
    [doce_meses, when.twelve],
    [seis_meses, when.six],
    [actual, when.latest],
  ];
  const named = periods.map(([period, name]) => ({ period, label: period ? month(period.periodo, language) : name }));
  const known = named.filter(({ period }) => period);
  const bars = named.map(({ period, label }) => ({
    label,
    values: period && Object.fromEntries(parts.map(([key]) => [key, period[key]])),
  }));
  const isDrawn = hasAmounts(bars);
  return (
    <div className={isDrawn ? styles.debt : undefined}>
      {isDrawn && (
        <div>
          <Chart
            height={220}
            summary={words.summary(known.map(({ period, label }) => `${label} ${soles(period!.exposicion_total)}`).join(', '))}
            series={parts.map(([key, colour]) => ({ key, colour, label: words[key] }))}
            bars={bars}
            format={shortSoles}
          />
        </div>
      )}
      <Scrolling label={words.title} startsAtEnd>
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">{words.concept}</th>
              {periods.map(([period, name]) => (
                <th key={name} scope="col">
                  {period ? day(period.periodo) : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line} className={totals.has(line) ? styles.total : undefined}>
                <th scope="row">{words[line]}</th>
                {periods.map(([period, name]) => (
                  <td key={name}>
                    <Amount period={period} line={line} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </div>
  );
}

/** A period that was not reported has no figures; a reported one may leave out guarantees and provisions. */
function Amount({ period, line }: { period: Period | null; line: (typeof lines)[number] }) {
  const { noInformation, notReported } = nullWords[useLanguage().language];
  return period ? orWord(period[line], soles, notReported) : noInformation;
}
