import { Text, Title } from '@mantine/core';
import type { SectionContents, SummaryV2 } from '@vigia/contracts';
import chart from '#kit/charts/chart.module.css';
import type { Series } from '#kit/charts/legend.tsx';
import { useUnread } from '#profile/basis/use-unread.ts';
import { contentOf } from '#profile/contents.ts';
import styles from '#profile/profile.module.css';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { shareText } from './share-text.ts';

type Rating = SectionContents['finanzas']['calificaciones_financieras'][number]['calificacion'];

/** Green to red, as in Peruvian reports. */
const colours: Record<Rating, string> = { NOR: '#2f8f55', CPP: '#b59a2c', DEF: '#e08a1f', DUD: '#d4552f', PER: '#a11d1d' };

export function Ratings({ summary }: { summary: SummaryV2 }) {
  const { finances: words } = useProfileWords().sections;
  const unread = useUnread();
  if (!contentOf(summary, 'finanzas')) return null;
  return (
    <SectionCard summary={summary} section="finanzas" title={words.distribution} subtitle={words.lastPeriod}>
      {({ calificaciones_financieras: shares, peor_calificacion: worst }) =>
        shares.length === 0 ? (
          <Text size="sm">{unread('deuda_financiera') ?? words.unrated}</Text>
        ) : (
          <>
            <Distribution
              summary={shares.map((one) => `${one.calificacion} ${shareText(one, worst)}`).join(', ')}
              parts={shares.map(({ calificacion, porcentaje }) => ({
                key: calificacion,
                label: calificacion,
                value: porcentaje,
                colour: colours[calificacion],
              }))}
            />
            <table className={styles.figures} style={{ marginTop: 12 }}>
              <thead>
                <tr>
                  <th scope="col">{words.rating}</th>
                  <th scope="col">{words.share}</th>
                </tr>
              </thead>
              <tbody>
                {shares.map(({ calificacion, porcentaje }) => (
                  <tr key={calificacion}>
                    <th scope="row">
                      <span
                        className={chart.swatch}
                        style={{ display: 'inline-block', background: colours[calificacion], marginInlineEnd: 8 }}
                        aria-hidden
                      />
                      <strong>{calificacion}</strong> {words.ratings[calificacion]}
                    </th>
                    <td>{shareText({ calificacion, porcentaje }, worst)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )
      }
    </SectionCard>
  );
}

export const SubTitle = ({ children }: { children: string }) => (
  <Title order={3} mt="xs" mb={6}>
    {children}
  </Title>
);

/** Parts of a whole as one bar; a table beside it shows the exact shares. */
function Distribution({ summary, parts }: { summary: string; parts: (Series & { value: number })[] }) {
  return (
    <div className={chart.distribution} role="img" aria-label={summary}>
      {parts
        .filter(({ value }) => value > 0)
        .map(({ key, colour, value }) => (
          <span key={key} style={{ flex: value, background: colour }} />
        ))}
    </div>
  );
}
