import { Group, TextInput } from '@mantine/core';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  desde: string | undefined;
  hasta: string | undefined;
  onChange: (days: { desde?: string | undefined; hasta?: string | undefined }) => void;
}

/** Two days in Lima, both included. */
export function Days({ desde, hasta, onChange }: Props) {
  const words = useWords({ es, en });
  return (
    <Group gap="sm">
      <TextInput
        type="date"
        label={words.from}
        value={desde ?? ''}
        max={hasta}
        onChange={({ currentTarget }) => onChange({ desde: currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={words.to}
        value={hasta ?? ''}
        min={desde}
        onChange={({ currentTarget }) => onChange({ hasta: currentTarget.value || undefined })}
      />
    </Group>
  );
}
