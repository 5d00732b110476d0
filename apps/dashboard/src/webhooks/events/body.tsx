import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { addressOf, answerOf } from '#gateway/call.ts';
import type { Refusal } from '#gateway/refusal.ts';
import { Copy } from '#kit/copy.tsx';
import { Answered } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const key = 'GET /panel/v1/deliveries/:deliveryId/body';

const read = async (response: Response) => ({
  text: await response.text(),
  sha256: response.headers.get('x-body-sha256') ?? '',
});

/** The signed bytes are available as a file; the shown text is only for reading. */
export function Body({ deliveryId }: { deliveryId: string }) {
  const words = useWords({ es, en }).detail;
  const given = { params: { deliveryId } };
  const query = useQuery<Awaited<ReturnType<typeof read>>, Refusal>({
    queryKey: [key, given],
    staleTime: Infinity,
    queryFn: ({ signal }) => answerOf(key, given, read, { signal }),
  });
  return (
    <Answered query={query}>
      {({ text, sha256 }) => (
        <Stack gap="sm">
          <Group justify="space-between" gap="xs">
            <Group gap={4} wrap="nowrap" miw={0}>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {words.sha}: {sha256}
              </Text>
              <Copy text={sha256} what={words.sha} />
            </Group>
            <Button
              component="a"
              href={addressOf(key, given)}
              download
              variant="default"
              size="xs"
              leftSection={<IconDownload size={15} aria-hidden />}
            >
              {words.download}
            </Button>
          </Group>
          <JsonText text={text} label={words.body} />
          <Text size="xs" c="dimmed">
            {words.bodyHint}
          </Text>
        </Stack>
      )}
    </Answered>
  );
}

/** For reading only: the signed bytes differ from this text. */
export function JsonText({ text, label }: { text: string; label?: string }) {
  return (
    <Code block tabIndex={0} role="region" aria-label={label ?? 'JSON'} style={{ maxHeight: 420, overflow: 'auto' }}>
      {indented(text)}
    </Code>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
