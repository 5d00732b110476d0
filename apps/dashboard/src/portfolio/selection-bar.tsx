import { ActionBar, Button, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  selected: ReadonlySet<string>;
  onClear: () => void;
}

/** What can be done with the profiles that are selected, on this page and on others. */
export function SelectionBar({ selected, onClear }: Props) {
  const words = useWords({ es, en });
  const { copied, copy } = useClipboard();
  const documents = [...selected].map((key) => key.split(' ')[1]).join('\n');
  return (
    <ActionBar opened={selected.size > 0} onClose={onClear} closeOnEscape aria-label={words.selected(selected.size)}>
      <Text size="sm" fw={600} role="status">
        {words.selected(selected.size)}
      </Text>
      <ActionBar.Divider />
      <Button
        size="xs"
        variant="default"
        leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        onClick={() => copy(documents)}
      >
        {copied ? words.copied : words.copyDocuments}
      </Button>
      <ActionBar.CloseButton aria-label={words.clearSelection} />
    </ActionBar>
  );
}
