import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { DayField } from '#kit/day-field.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  desde: string | undefined;
  hasta: string | undefined;
  onChange: (days: { desde?: string | undefined; hasta?: string | undefined }) => void;
  /** The address of the same days as a file. */
  file: string;
}

/** Statement and charges share their days, so a cursor of either would not fit other days. */
export const firstPages = { linea: undefined, cargo: undefined };

/** There is nothing between such days, and the gateway refuses them. */
export function isReversed(desde: string | undefined, hasta: string | undefined): boolean {
  return desde !== undefined && hasta !== undefined && hasta < desde;
}

/** Two days in Lima, both included, and their content as a file. */
export function Period({ desde, hasta, onChange, file }: Props) {
  const words = useWords({ es, en });
  const wrong = isReversed(desde, hasta);
  return (
    <Group justify="space-between" align="flex-end">
      <Group gap="sm" align="flex-start">
        <DayField label={words.from} day={desde} max={hasta} onDay={(day) => onChange({ desde: day })} />
        <DayField label={words.to} day={hasta} min={desde} error={wrong && words.reversed} onDay={(day) => onChange({ hasta: day })} />
      </Group>
      {!wrong && (
        <Button
          component="a"
          href={file}
          download
          variant="default"
          className="not-printed"
          leftSection={<IconDownload size={17} aria-hidden />}
        >
          {words.download}
        </Button>
      )}
    </Group>
  );
}
