import { Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { Dialog } from '#kit/dialog.tsx';
import { useWords } from '#language/language.tsx';
import { en as helpEn } from './help-words.en.ts';
import { es as helpEs } from './help-words.es.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** All keyboard shortcuts. */
export function Help({ onClose }: { onClose: () => void }) {
  const { shortcuts } = useWords({ es, en });
  const groups = useWords({ es: helpEs, en: helpEn });
  return (
    <Dialog title={shortcuts} onClose={onClose}>
      <Stack gap="lg">
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <Title order={3} fz="sm" mb="xs">
              {title}
            </Title>
            <Stack component="ul" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
              {keys.map(([pressed, what]) => (
                <Group component="li" key={what} justify="space-between" wrap="nowrap">
                  <Text size="sm">{what}</Text>
                  <Group gap={4} wrap="nowrap">
                    {pressed!.split(' ').map((one) => (
                      <Kbd key={one}>{one}</Kbd>
                    ))}
                  </Group>
                </Group>
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}
