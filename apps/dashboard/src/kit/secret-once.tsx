import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWords } from '#language/language.tsx';
import { Copy } from './copy.tsx';
import { focusDialogOf } from './dialog.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** A secret that is shown only once; only the button and the end of the session close it. `name`: what it is, as in "secreto". */
export function SecretOnce({ name, secret, onKept }: { name: string; secret: string; onKept: () => void }) {
  const words = useWords({ es, en });
  const top = useRef<HTMLDivElement>(null);
  const { history } = useRouter();
  // It replaces the form that had the focus. Its button must not get the focus: Enter that is still held down would close it.
  useEffect(() => focusDialogOf(top.current), []);
  // A search that was typed just before changes only the query of the address, which takes no dialog away.
  useEffect(
    () => history.block({ blockerFn: ({ currentLocation: here, nextLocation: next }) => here.pathname !== next.pathname }),
    [history],
  );
  return (
    <Stack ref={top}>
      <Alert color="watch" variant="light" icon={<IconKey aria-hidden />}>
        <Text size="sm" c="inherit">
          {words.secretOnce}
        </Text>
      </Alert>
      <Group gap="xs" wrap="nowrap">
        <Code block flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Copy text={secret} what={name} />
      </Group>
      <Button ml="auto" onClick={onKept}>
        {words.secretKept}
      </Button>
    </Stack>
  );
}
