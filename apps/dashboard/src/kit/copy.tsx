import { ActionIcon, Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, type Icon } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const shownMs = 2_000;

/** The outcome is undefined before a press, and soon after it. It is also announced. A page that came without TLS has no clipboard. */
function useCopy(text: string, done?: string) {
  const words = useWords({ es, en });
  const { copied, error, copy, reset } = useClipboard({ timeout: shownMs });
  useEffect(() => {
    const timer = error ? setTimeout(reset, shownMs) : undefined;
    return () => clearTimeout(timer);
  }, [error, reset]);
  const outcome = error ? words.notCopied : copied ? (done ?? words.copied) : undefined;
  return { isCopied: copied, outcome, announced: <VisuallyHidden role="status">{outcome}</VisuallyHidden>, copy: () => copy(text) };
}

/** `what`: the copied thing, as in "Copiar RUC". */
export function Copy({ text, what }: { text: string; what: string }) {
  const words = useWords({ es, en });
  const { isCopied, outcome, announced, copy } = useCopy(text);
  return (
    <>
      <Tooltip label={outcome ?? words.copy(what)}>
        <ActionIcon
          variant="subtle"
          color={isCopied ? 'good' : 'quiet'}
          size={26}
          onClick={copy}
          aria-label={words.copy(what)}
          className="not-printed"
        >
          {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      {announced}
    </>
  );
}

interface Props extends ButtonProps {
  text: string;
  label: string;
  /** Instead of "Copiado". */
  done?: string;
  icon?: Icon;
}

/** For what has no place beside which an icon could stand. */
export function CopyButton({ text, label, done, icon: Symbol = IconCopy, ...button }: Props) {
  const { isCopied, outcome, announced, copy } = useCopy(text, done);
  const Shown = isCopied ? IconCheck : Symbol;
  return (
    <>
      <Button variant="default" leftSection={<Shown size={16} aria-hidden />} onClick={copy} {...button}>
        {outcome ?? label}
      </Button>
      {announced}
    </>
  );
}
