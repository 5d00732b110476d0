import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { passesFocusOn } from '#kit/page-header.tsx';
import { useWords } from '#language/language.tsx';
import { AskedAct } from './asked-act.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Data sets in force that only an earlier release had: no more than their names is known, and they can only be retired. */
export function LeftOver({ names }: { names: string[] }) {
  const words = useWords({ es, en });
  const [asked, ask] = useState<string>();
  return (
    <>
      {names.length > 0 && (
        <Alert color="watch" variant="light" icon={<IconAlertTriangle aria-hidden />} title={words.leftOver.title} mb="md">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{words.leftOver.meaning}</Text>
            {names.map((name) => (
              <Group key={name} ref={passesFocusOn} gap="sm">
                <Text size="sm" fw={600}>
                  {name}
                </Text>
                <Button size="xs" variant="default" aria-label={words.titles.retire(name)} onClick={() => ask(name)}>
                  {words.retire}
                </Button>
              </Group>
            ))}
          </Stack>
        </Alert>
      )}
      {asked !== undefined && (
        <AskedAct
          act="retire"
          dataset={{ dataset: asked, title: asked, latest: null, current: null, pause: null }}
          meaning={words.leftOver.retirement}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}
