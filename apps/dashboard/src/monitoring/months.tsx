import { NativeSelect } from '@mantine/core';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  value: number | undefined;
  disabled?: boolean;
  onChange: (months: number | undefined) => void;
  /** What happens if it is left empty. */
  open: string;
}

/** Months of monitoring. A monthly plan does not count them, so nothing is asked. */
export function Months({ value, disabled = false, onChange, open }: Props) {
  const words = useWords({ es, en });
  const { contract } = useSession();
  if (contract?.kind !== 'one_time') return null;
  return (
    <NativeSelect
      label={words.monthsLabel}
      description={words.monthsRule}
      value={value === undefined ? '' : String(value)}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
      data={[
        { value: '', label: open },
        ...Array.from({ length: 12 }, (_, i) => ({ value: String(i + 1), label: words.monthsOption(i + 1) })),
      ]}
    />
  );
}
