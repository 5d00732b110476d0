import { Group, Loader, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { refusalWords } from '#gateway/refusal-words.ts';
import { Dialog } from '#kit/dialog.tsx';
import { useLanguage, useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { useChoices } from './palette-choices.ts';
import styles from './palette.module.css';
import { en } from './palette-words.en.ts';
import { es } from './palette-words.es.ts';

interface Props {
  onClose: () => void;
  openHelp: () => void;
}

const optionId = (place: number) => `palette-${place}`;

/**
 * Goes to a profile by number or name, to a screen, or to an act: by keyboard alone. It has no file of its own: people type on at once, and what
 * they typed while a file came would be lost.
 */
export function Palette({ onClose, openHelp }: Props) {
  const words = useWords({ es, en });
  const [typed, setTyped] = useState('');
  /** The chosen one by its key: findings that arrive later stand above it. */
  const [at, setAt] = useState<string>();
  const { language } = useLanguage();
  const { choices, isSearching, failure } = useChoices(typed, openHelp);
  const label = useSession().corporation ? words.search : words.searchOrGo;
  const place = Math.max(
    choices.findIndex(({ key }) => key === at),
    0,
  );
  // In braces: Chromium returns a promise, which React would call as the cleanup of the effect.
  useEffect(() => {
    document.getElementById(optionId(place))?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  const take = (index: number) => {
    const choice = choices[index];
    if (!choice) return;
    onClose();
    choice.choose();
  };
  const press = (event: KeyboardEvent) => {
    // Keys of an input method choose between its proposals.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt(choices[(place + 1) % choices.length]?.key);
    else if (event.key === 'ArrowUp') setAt(choices.at(place - 1)?.key);
    else if (event.key === 'Enter') take(place);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.goTo} onClose={onClose} size="lg">
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls="palette"
        aria-activedescendant={optionId(place)}
        placeholder={label}
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isSearching && <Loader size={14} />}
        value={typed}
        onKeyDown={press}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setAt(undefined);
        }}
      />
      <div role="listbox" id="palette" aria-label={words.goTo} className={styles.list}>
        {choices.map(({ key, icon: Symbol, label: name, more }, index) => (
          <div
            key={key}
            id={optionId(index)}
            role="option"
            aria-selected={index === place}
            className={styles.option}
            onMouseMove={() => setAt(key)}
            onClick={() => take(index)}
          >
            <Symbol size={18} stroke={1.7} aria-hidden />
            <Text span size="sm" flex={1} truncate>
              {name}
            </Text>
            {more && (
              <Text span size="xs" c="dimmed">
                {more}
              </Text>
            )}
          </div>
        ))}
      </div>
      <Group mt="xs" mih={20} role="status">
        <Text size="xs" c="dimmed">
          {failure ? refusalWords(failure, language) : isSearching ? words.searching : words.paletteHint}
        </Text>
      </Group>
    </Dialog>
  );
}
