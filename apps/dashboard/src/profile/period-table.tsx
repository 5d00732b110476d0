import type { SourceName } from '@vigia/contracts';
import { useLanguage } from '#language/language.tsx';
import { nullWords, orWord } from '#language/null-words.ts';
import { useUnread } from './basis/use-unread.ts';
import styles from './profile.module.css';
import { useProfileWords } from './use-profile-words.ts';
import { Scrolling } from '#profile/scrolling.tsx';

/** Twelve months before, six months before, the latest period: from left to right by time. */
type Three<T> = [twelve: T, six: T, latest: T];

interface Row {
  label: string;
  /** The source of its figures. */
  source: SourceName;
  amounts: Three<number | null>;
  /** Difference of the latest period to each of the earlier ones; null without a base. */
  changes: [toTwelve: number | null, toSix: number | null];
  format: (amount: number) => string;
  /** The dates of its three periods, as displayed. */
  dates: Three<string | null>;
}

/**
 * Figures of three periods, with the change since each of the earlier ones. A source that nobody has read has no figures, not even zeros.
 */
export function PeriodTable({ label, rows }: { label: string; rows: Row[] }) {
  const { periods } = useProfileWords().sections;
  const unread = useUnread();
  const shared = rows.every(({ dates }) => dates.join() === rows[0]?.dates.join()) ? rows[0]?.dates : undefined;
  const heads = [periods.twelve, periods.six, periods.latest];
  return (
    <Scrolling label={label} startsAtEnd>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">{periods.concept}</th>
            {heads.map((head, place) => (
              <th key={head} scope="col">
                {head}
                {shared?.[place] && <span className={styles.small}>{shared[place]}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const why = row.dates[2] === null ? unread(row.source) : null;
            return (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                {why === null ? <Amounts row={row} isDated={!shared} /> : <td colSpan={heads.length}>{why}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolling>
  );
}

const signed = (amount: number, format: Row['format']) => `${amount > 0 ? '+' : ''}${format(amount)}`;

function Amounts({ row: { amounts, changes, format, dates }, isDated }: { row: Row; isDated: boolean }) {
  const { periods } = useProfileWords().sections;
  const { noInformation, noBase } = nullWords[useLanguage().language];
  return amounts.map((amount, place) => (
    <td key={place}>
      {orWord(amount, format, noInformation)}
      {isDated && dates[place] && <span className={styles.small}>{dates[place]}</span>}
      {place < 2 && amounts[2] !== null && (
        <span className={styles.small}>{periods.change(orWord(changes[place], (change) => signed(change, format), noBase))}</span>
      )}
    </td>
  ));
}
