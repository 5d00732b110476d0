import { Anchor, Text, Tooltip } from '@mantine/core';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { useWords } from '#language/language.tsx';
import type { Entry } from './activity.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** What it was done to, by name where it is known, and what was given. */
export function Subject({ entry: { action, subject, detail } }: { entry: Entry }) {
  const words = useWords({ es, en });
  const { change } = useFilters();
  const { data } = useAnswer('GET /panel/v1/users', {}, { enabled: action.startsWith('user.') });
  const user = data?.users.find(({ userId }) => userId === subject);
  const given = detailText(detail);
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {subject && (
        <Tooltip label={words.onlySubject}>
          <Anchor component="button" type="button" size="xs" onClick={() => change({ subject })}>
            {user?.name ?? subject}
          </Anchor>
        </Tooltip>
      )}
      {subject && given && ' · '}
      {given}
    </Text>
  );
}

function detailText(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(
      ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(' · ');
}
