import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconLanguage, IconMoon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useLanguage, useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { entriesFor } from './navigation.ts';
import { type Choice, type Findings, useFindings } from './palette-findings.ts';
import { en } from './palette-words.en.ts';
import { es } from './palette-words.es.ts';

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Findings by number or name, then screens and acts whose name contains the typed text. */
export function useChoices(typed: string, openHelp: () => void): Pick<Findings, 'isSearching' | 'failure'> & { choices: Choice[] } {
  const words = useWords({ es, en });
  const { language, choose } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const session = useSession();
  const navigate = useNavigate();
  const text = typed.trim();
  const { found, all, ...progress } = useFindings(text);
  const screens = entriesFor(session)
    .flatMap(({ entries }) => entries)
    .map(({ to, icon, words: name }) => ({
      key: to,
      icon,
      label: name[language],
      more: words.screen,
      choose: () => void navigate({ to }),
    }));
  // The chosen scheme may be that of the device.
  const isDark = useComputedColorScheme() === 'dark';
  const acts = [
    {
      key: 'colours',
      icon: IconMoon,
      label: isDark ? words.useLight : words.useDark,
      choose: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    { key: 'language', icon: IconLanguage, label: words.otherLanguage, choose: () => choose(language === 'es' ? 'en' : 'es') },
    { key: 'keys', icon: IconKeyboard, label: words.shortcuts, choose: openHelp },
  ];
  const fits = ({ label }: Choice) => plain(label).includes(plain(text));
  return {
    choices: [...found, ...[...screens, ...acts].filter(fits), ...all],
    ...progress,
  };
}
