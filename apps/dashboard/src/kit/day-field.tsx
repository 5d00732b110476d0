import { TextInput, type TextInputProps } from '@mantine/core';
import { isDay } from '@vigia/contracts';
import { day as written } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import { useFilterText } from './filter-text.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onBlur'> {
  /** As it stands in the URL. */
  day: string | undefined;
  /** No later day is asked for, not even one that is typed, which `max` lets pass. */
  until?: string;
  onDay: (day: string | undefined) => void;
}

/** A day that filters. While its year is typed a browser tells of the years 2, 20 and 202: what nobody means is not asked for. */
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
