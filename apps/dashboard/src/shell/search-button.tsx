import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import styles from './shell.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Looks like the field that it opens. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const words = useWords({ es, en });
  const text = useSession().corporation ? words.search : words.searchOrGo;
  return (
    <>
      <UnstyledButton className={styles.search!} onClick={onClick} visibleFrom="sm" aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden />
        <Text span size="sm" flex={1} truncate>
          {text}
        </Text>
        <Kbd size="xs" aria-hidden>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="quiet" size={36} hiddenFrom="sm" aria-label={text} onClick={onClick}>
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
    </>
  );
}
