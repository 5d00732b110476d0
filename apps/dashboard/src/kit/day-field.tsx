import { TextInput, type TextInputProps } from '@mantine/core';
import { isDay } from '@vigia/contracts';
import { useFilterText } from './filter-text.ts';

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onBlur'> {
  /** As it stands in the URL. */
  day: string | undefined;
  onDay: (day: string | undefined) => void;
}

/** A day that filters. While its year is typed a browser tells of the years 2, 20 and 202: what nobody means is not asked for. */
export function DayField({ day = '', onDay, ...input }: Props) {
  const { text, setText, willAsk, settle } = useFilterText(day);
  const type = (typed: string) => {
    setText(typed);
    if (typed !== '' && !isDay(typed)) return;
    willAsk(typed);
    onDay(typed || undefined);
  };
  return <TextInput {...input} type="date" value={text} onChange={({ currentTarget }) => type(currentTarget.value)} onBlur={settle} />;
}
