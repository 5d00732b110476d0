import { AppShell, Box, Burger, Button, Group, Text, ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlask, IconSearch } from '@tabler/icons-react';
import { useLocation, Outlet, useChildMatches } from '@tanstack/react-router';
import { sourceNames } from '@vigia/contracts';
import { useEffect } from 'react';
import { useLive } from '#gateway/live.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Link, NavigationLink } from '#kit/link.tsx';
import { useLanguage, useWords } from '#language/language.tsx';
import { OnlyWhoCan } from '#session/only-who-can.tsx';
import { useSamePerson } from '#session/other-tabs.ts';
import { useSession } from '#session/session.ts';
import { entriesFor } from './navigation.ts';
import { Palette } from './palette.tsx';
import { Printed } from './printed.tsx';
import { QuotaLine } from './quota-line.tsx';
import styles from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { UserMenu } from './user-menu.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const Help = lazyPart(() => import('./help.tsx'), 'Help');

/** The frame around every screen. */
export function Shell() {
  const words = useWords({ es, en });
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const [dialog, setDialog] = useShortcuts();
  const isSamePerson = useSamePerson();
  useLive();
  useEffect(close, [pathname, close]);
  if (!isSamePerson) return <OtherPerson />;
  return (
    <>
      <a href="#content" className="skip-link">
        {words.skip}
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'md', md: 'lg' }}
      >
        <AppShell.Header className={styles.header!}>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger opened={isOpen} onClick={toggle} hiddenFrom="md" size="sm" aria-label={words.openMenu} aria-expanded={isOpen} />
              <Link to="/" className={styles.brand!}>
                Vigía
              </Link>
            </Group>
            <SearchButton onClick={() => setDialog('palette')} />
            <Group gap="lg" wrap="nowrap">
              <QuotaLine />
              <UserMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={styles.navbar!} mod={{ closed: !isOpen }} aria-label={words.navigation} p="sm">
          <Navigation onGo={close} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <Box className={styles.content!}>
            <Printed />
            <Simulated />
            <Screen />
          </Box>
        </AppShell.Main>
      </AppShell>
      {dialog === 'palette' && <Palette onClose={() => setDialog(undefined)} openHelp={() => setDialog('help')} />}
      {dialog === 'help' && <Help onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** The page reloads by itself, unless it has an unsent list and the person chose to stay. */
function OtherPerson() {
  const words = useWords({ es, en });
  return (
    <Box component="main" p="md">
      <Text mb="sm">{words.otherPerson}</Text>
      <Button onClick={() => window.location.reload()}>{words.reload}</Button>
    </Box>
  );
}

function Navigation({ onGo }: { onGo: () => void }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const groups = entriesFor(useSession());
  return (
    <Box style={{ overflowY: 'auto' }}>
      {groups.map(({ group, entries }) => (
        <Box key={group} mb="md">
          {words.groups[group] && (
            <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
              {words.groups[group]}
            </Text>
          )}
          {entries.map(({ to, icon: Symbol, words: name }) => (
            <NavigationLink
              key={to}
              to={to}
              onClick={onGo}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              label={name[language]}
              leftSection={<Symbol size={18} stroke={1.7} aria-hidden />}
              activeProps={{ active: true }}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** Shown on every screen while the simulator answers for any source: nobody may take simulated data for facts. */
function Simulated() {
  const words = useWords({ es, en });
  const { simulatedSources } = useSession();
  if (simulatedSources.length === 0) return null;
  return (
    <Group className={styles.simulated!} gap={8} wrap="nowrap" role="note">
      <IconFlask size={15} stroke={2} style={{ flexShrink: 0 }} aria-hidden />
      <Text span size="xs">
        {words.simulated(simulatedSources.length, sourceNames.length)}
      </Text>
    </Group>
  );
}

/** The screen of the address. Operators' screens are closed to everybody else: no menu leads there, but somebody may type the address. */
function Screen() {
  const words = useWords({ es, en });
  const isOfOperators = useChildMatches({ select: ([screen]) => screen?.pathname.startsWith('/operador/') });
  if (!isOfOperators) return <Outlet />;
  return (
    <OnlyWhoCan act="operate" title={words.groups.operator} refusal={words.onlyOperators}>
      <Outlet />
    </OnlyWhoCan>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Looks like the field that it opens. */
function SearchButton({ onClick }: { onClick: () => void }) {
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
