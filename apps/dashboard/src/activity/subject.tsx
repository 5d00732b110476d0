import { Anchor, Text, Tooltip } from '@mantine/core';
import { useFilters } from '#kit/filters.ts';
import { useWords } from '#language/language.tsx';
import { detailText } from './detail-text.ts';
import type { Entry } from './entry.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The object of the act, by name if known, and the details. */
export function Subject({ entry: { subject, subjectName, detail } }: { entry: Entry }) {
  const words = useWords({ es, en });
  const { change } = useFilters();
  const given = detailText(detail, words);
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {subject && (
        <Tooltip label={words.onlySubject}>
          <Anchor
            component="button"
            type="button"
            size="xs"
            ta="start"
            style={{ overflowWrap: 'anywhere' }}
            onClick={() => change({ subject })}
          >
            {subjectName ?? subject}
          </Anchor>
        </Tooltip>
      )}
      {subject && given && ' · '}
      {given}
    </Text>
  );
}
