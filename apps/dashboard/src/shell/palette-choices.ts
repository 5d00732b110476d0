import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconKeyboard, IconLanguage, IconMoon, IconSearch, IconUser, type Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useAnswer } from '#gateway/queries.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { entriesFor } from './navigation.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Choice {
  key: string;
  icon: Icon;
  label: string;
  more?: string;
  choose: () => void;
}

const waitMs = 200;
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Profiles by number or name, then screens and acts whose name has what was typed. */
export function useChoices(typed: string, openHelp: () => void): { choices: Choice[]; isSearching: boolean } {
  const words = useWords({ es, en });
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const session = useSession();
  const navigate = useNavigate();
  const text = typed.trim();
  const [q] = useDebouncedValue(text, waitMs);
  const isAsked = session.corporation !== null && text !== '';
  const asked = { query: { q, limit: '6', standing: 'loading,active,expired,ended,failed' } } as const;
  const found = useAnswer('GET /panel/v1/portfolio', asked, { enabled: isAsked && q !== '' });
  const go =
    (to: string, more: object = {}) =>
    () =>
      void navigate({ to, ...more } as never);
  const profiles = (isAsked && q === text ? (found.data?.entries ?? []) : []).map(({ docType, taxId, name }) => ({
    key: `${docType} ${taxId}`,
    icon: docType === 'RUC' ? IconBuilding : IconUser,
    label: name ?? `${docType} ${taxId}`,
    more: `${docType} ${taxId}`,
    choose: go('/perfiles/$docType/$taxId', { params: { docType, taxId } }),
  }));
  const all = isAsked
    ? [{ key: 'all', icon: IconSearch, label: words.searchAll(text), choose: go('/portafolio', { search: { q: text } }) }]
    : [];
  const screens = entriesFor(session)
    .flatMap(({ entries }) => entries)
    .map(({ to, icon, words: name }) => ({ key: to as string, icon, label: name[language], more: words.screen, choose: go(to as string) }));
  const isDark = colorScheme === 'dark';
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
    choices: [...profiles, ...[...screens, ...acts].filter(fits), ...all],
    isSearching: isAsked && (q !== text || found.isPending),
  };
}
