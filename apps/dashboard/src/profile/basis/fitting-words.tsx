import type { ScreeningHit } from '@vigia/contracts';
import { percent } from '#language/money.ts';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { Scrolling } from '#profile/scrolling.tsx';
import styles from './fitting-words.module.css';

/** The words of both names, each above its counterpart; those without one have a dashed border and say so. */
export function FittingWords({ words: { pairs, askedOnly, listedOnly } }: { words: NonNullable<ScreeningHit['words']> }) {
  const { basis: words } = useProfileWords();
  const all = [
    ...pairs.map(({ asked, listed, score }) => ({ asked, listed, said: score === 1 ? words.same : words.alike(percent(score * 100)) })),
    ...askedOnly.map((asked) => ({ asked, listed: null, said: words.onlyAsked })),
    ...listedOnly.map((listed) => ({ asked: null, listed, said: words.onlyListed })),
  ];
  return (
    <Scrolling label={words.fit}>
      <table className={styles.fitting}>
        <tbody>
          <Line name={words.ofProfile} cells={all.map(({ asked, listed }) => ({ text: asked, isAlone: listed === null }))} />
          <Line name={words.ofList} cells={all.map(({ asked, listed }) => ({ text: listed, isAlone: asked === null }))} />
          <tr>
            <th scope="row">{words.fit}</th>
            {all.map(({ said }, place) => (
              <td key={place}>{said}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </Scrolling>
  );
}

function Line({ name, cells }: { name: string; cells: { text: string | null; isAlone: boolean }[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map(({ text, isAlone }, place) => (
        <td key={place}>{text === null ? '—' : <span data-alone={isAlone || undefined}>{text}</span>}</td>
      ))}
    </tr>
  );
}
