import { TextInput, type TextInputProps } from '@mantine/core';
import { isDay } from '@vigia/contracts';
import { day as written } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import { useFilterText } from './filter-text.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onBlur'> {
  /** The value in the URL. */
  day: string | undefined;
  /** The latest day of the filter. It also applies to typed days, which `max` does not stop. */
  until?: string;
  onDay: (day: string | undefined) => void;
}

/** A day as a filter. While the year is typed, a browser reports the years 2, 20 and 202: such days are not used. */
export function DayField({ day = '', until, onDay, ...input }: Props) {
  const words = useWords({ es, en });
  const { text, setText, willAsk, settle } = useFilterText(day);
  const type = (typed: string) => {
    setText(typed);
    if (typed !== '' && (!isDay(typed) || isBeyond(typed, until))) return;
    willAsk(typed);
    onDay(typed || undefined);
  };
  return (
    <TextInput
      {...input}
      {...(until !== undefined && { max: until, error: isBeyond(text, until) && words.until(written(until)) })}
      type="date"
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={settle}
    />
  );
}

const isBeyond = (day: string, until: string | undefined) => until !== undefined && isDay(day) && day > until;
