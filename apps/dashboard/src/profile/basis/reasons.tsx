import { Anchor, Text } from '@mantine/core';
import type { SummaryV2 } from '@vigia/contracts';
import { withSourceNames } from '#language/sources.ts';
import { contentOf } from '#profile/contents.ts';
import styles from '#profile/profile.module.css';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { Scrolling } from '#profile/scrolling.tsx';
import { useBasisOf } from './basis.tsx';
import { heaviest, moduleName, textAlone } from './reason-words.ts';

const shownFirst = 3;

/** The few reasons that explain most of an alert, and a link to all of them. */
export function TopReasons() {
  const all = useProfileWords();
  const { basis: words, cards } = all;
  const score = useBasisOf('alerta_servicio')?.score;
  const ordered = heaviest(score?.reasons ?? []);
  return (
    <div>
      <Text size="xs" c="dimmed" mb={6}>
        {words.topReasons}
      </Text>
      <ol className={styles.reasons}>
        {ordered.slice(0, shownFirst).map((reason) => (
          <li key={`${reason.module} ${reason.component} ${reason.text}`}>
            <span>{textAlone(reason, all)}</span>
            <strong>{reason.points > 0 ? cards.alert.plus(reason.points) : reason.atLeast && cards.alert.classes[reason.atLeast]}</strong>
          </li>
        ))}
      </ol>
      {score && ordered.length === 0 && <Text size="sm">{words.noReasons}</Text>}
      {score && ordered.length > shownFirst && (
        <Anchor href="#razones" size="sm" className="not-printed">
          {words.allReasons(ordered.length)}
        </Anchor>
      )}
    </div>
  );
}

/** Every line of the score, gaps included: unreadable data is a reason like any other. */
export function Reasons({ summary }: { summary: SummaryV2 }) {
  const all = useProfileWords();
  const { basis: words, cards } = all;
  const score = useBasisOf('alerta_servicio')?.score;
  const found = contentOf(summary, 'alerta_servicio');
  if (!score || !found || score.reasons.length === 0) return null;
  return (
    <div id="razones" style={{ scrollMarginTop: 72 }}>
      <SectionCard summary={summary} section="alerta_servicio" title={words.reasons} subtitle={words.model(score.model)}>
        {() => (
          <Scrolling label={words.reasons}>
            <table className={`${styles.figures} ${styles.words}`}>
              <thead>
                <tr>
                  <th scope="col">{words.reason}</th>
                  <th scope="col">{words.module}</th>
                  <th scope="col">{words.atLeast}</th>
                  <th scope="col">{words.points}</th>
                </tr>
              </thead>
              <tbody>
                {score.reasons.map(({ module, component, text, atLeast, points }) => (
                  <tr key={`${module} ${component} ${text}`}>
                    <th scope="row">{withSourceNames(text)}</th>
                    <td>{moduleName({ module }, all)}</td>
                    <td>{atLeast ? cards.alert.classes[atLeast] : '—'}</td>
                    <td>{points}</td>
                  </tr>
                ))}
                <tr className={styles.total}>
                  <th scope="row">{words.total}</th>
                  <td />
                  <td>{cards.alert.classes[found.clasificacion]}</td>
                  <td>{cards.alert.of(found.puntaje_total, found.puntaje_maximo)}</td>
                </tr>
              </tbody>
            </table>
          </Scrolling>
        )}
      </SectionCard>
    </div>
  );
}
