import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** `what`: the copied thing, as in "Copiar RUC". */
export function Copy({ text, what }: { text: string; what: string }) {
  const words = useWords({ es, en });
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? words.copied : words.copy(what)}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'good' : 'quiet'}
            size={26}
            onClick={copy}
            aria-label={words.copy(what)}
            className="not-printed"
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
