import { Alert, Group, TextInput } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { Link } from '#kit/link.tsx';
import { useFilters } from '#kit/filters.ts';
import { day } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';
import { useProfileWords } from './use-profile-words.ts';

/** The profile as it is, or as it was at the end of a day. */
export function DayChoice() {
  const words = useProfileWords();
  const { filters, change } = useFilters();
  return (
    <TextInput
      type="date"
      size="xs"
      className="not-printed"
      aria-label={words.day}
      title={words.day}
      max={dayOf(Date.now())}
      value={filters.fecha ?? ''}
      onChange={({ currentTarget }) => change({ fecha: currentTarget.value })}
    />
  );
}

export function PastDay({ fecha }: { fecha: string }) {
  const words = useProfileWords();
  return (
    <Alert color="watch" variant="light" icon={<IconCalendarTime aria-hidden />}>
      <Group justify="space-between">
        {words.atDay(day(fecha))}
        <Link to="." search={((before: object) => ({ ...before, fecha: undefined })) as never} className="not-printed">
          {words.today}
        </Link>
      </Group>
    </Alert>
  );
}
