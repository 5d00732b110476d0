import { IconCalendarOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Asking } from '#gateway/queries.ts';
import { Answered, Empty } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { useProfileWords } from './use-profile-words.ts';

interface Props<T> {
  query: Asking<T>;
  /** At the end of that day instead of now. */
  fecha: string | undefined;
  waiting?: ReactNode;
  children: (answer: T) => ReactNode;
}

/** An answer about a day. For a day before the profile was loaded there is none, however often it is requested. */
export function OfDay<T>({ query, fecha, waiting, children }: Props<T>) {
  const words = useProfileWords();
  if (fecha !== undefined && query.error?.status === 404) {
    return (
      <Empty icon={IconCalendarOff} title={words.notYet(day(fecha))}>
        {words.notYetMore}
      </Empty>
    );
  }
  return (
    <Answered query={query} waiting={waiting}>
      {children}
    </Answered>
  );
}
