import { Text } from '@mantine/core';
import type { SummaryV2 } from '@vigia/contracts';
import { day } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import { percent } from '#language/money.ts';
import { nullWords, orWord } from '#language/null-words.ts';
import { useUnread } from '#profile/basis/use-unread.ts';
import { contentOf } from '#profile/contents.ts';
import styles from '#profile/profile.module.css';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { Scrolling } from '#profile/scrolling.tsx';

export function Legal({ summary }: { summary: SummaryV2 }) {
  const words = useProfileWords();
  const { legal } = words.sections;
  const unread = useUnread();
  const { noInformation, notReportedShare } = nullWords[useLanguage().language];
  const updated = contentOf(summary, 'legal')?.ultima_actualizacion;
  return (
    <SectionCard
      summary={summary}
      section="legal"
      title={legal.title}
      subtitle={updated ? words.updated(day(updated)) : undefined}
      isAnchor
    >
      {({ representantes_legales: people }) =>
        people.length === 0 ? (
          <Text size="sm">{unread('representantes_legales') ?? legal.none}</Text>
        ) : (
          <Scrolling label={legal.title}>
            <table className={`${styles.figures} ${styles.words}`}>
              <thead>
                <tr>
                  <th scope="col">{legal.name}</th>
                  <th scope="col">{legal.position}</th>
                  <th scope="col">{legal.document}</th>
                  <th scope="col">{legal.since}</th>
                  <th scope="col">{legal.share}</th>
                </tr>
              </thead>
              <tbody>
                {people.map(({ nombre, cargo, tipo_documento, numero_documento, fecha_inicio, participacion }, place) => (
                  <tr key={`${tipo_documento} ${numero_documento} ${cargo} ${place}`}>
                    <th scope="row">{nombre}</th>
                    <td>{cargo}</td>
                    <td>
                      {tipo_documento} {numero_documento}
                    </td>
                    <td>{orWord(fecha_inicio, day, noInformation)}</td>
                    <td>{orWord(participacion, percent, notReportedShare)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolling>
        )
      }
    </SectionCard>
  );
}
