import { Code, Text } from '@mantine/core';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** A program's own message: for an engineer, on demand. */
export function TechnicalDetail({ text }: { text: string }) {
  const words = useWords({ es, en });
  return (
    <details>
      <summary>
        <Text span size="xs" c="dimmed">
          {words.technicalDetail}
        </Text>
      </summary>
      <Code lang="en" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Code>
    </details>
  );
}
