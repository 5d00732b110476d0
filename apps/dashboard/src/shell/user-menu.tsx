import {
  Avatar,
  Loader,
  Menu,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
  Group,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { IconBook, IconLogout, IconUserCog } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useAct } from '#gateway/queries.ts';
import { refusalWords } from '#gateway/refusal-words.ts';
import { notify } from '#kit/notify.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import type { Language } from '#language/languages.ts';
import { tellOtherTabs } from '#session/other-tabs.ts';
import { useSession } from '#session/session.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function UserMenu() {
  const words = useWords({ es, en });
  const { user, corporation } = useSession();
  const { signOut, isSigningOut } = useSignOut();
  const router = useRouter();
  return (
    <Menu position="bottom-end" width={264} withinPortal>
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>{`${words.account}: ${user.name}`}</VisuallyHidden>
          <Group gap={8} wrap="nowrap" aria-hidden>
            <Avatar color="brand" variant="filled" size={32} name={user.name} />
            <Text size="sm" fw={500} visibleFrom="sm" truncate maw={160}>
              {user.name}
            </Text>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      {/* The page scrolls to the end of its own menus, but not to the end of one under the header, which stays in its place. */}
      <Menu.Dropdown mah="calc(100dvh - 64px)" style={{ overflowY: 'auto' }}>
        <Stack gap={0} px="sm" py={6}>
          <Text size="sm" fw={600} truncate>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="xs" c="dimmed">
            {[words.roles[user.role], corporation?.name].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
        <Menu.Divider />
        <Stack gap={8} px="sm" py={6}>
          <Colours />
          <Languages />
        </Stack>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUserCog size={16} aria-hidden />} onClick={() => void router.navigate({ to: '/cuenta' })}>
          {words.account}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          {words.reference}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={isSigningOut ? <Loader size={16} /> : <IconLogout size={16} aria-hidden />}
          onClick={signOut}
        >
          {isSigningOut ? words.signingOut : words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Goes to the sign-in only after a successful sign-out; otherwise it says that the session still exists. */
function useSignOut() {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const close = useAct('DELETE /panel/v1/session');
  const client = useQueryClient();
  const router = useRouter();
  const signOut = () =>
    close.mutate(
      {},
      {
        onSuccess() {
          tellOtherTabs();
          client.clear();
          void router.navigate({ to: '/ingresar', ignoreBlocker: true });
        },
        onError(error) {
          if (error.status === 401) return;
          void notify({ title: words.stillSignedIn, message: refusalWords(error, language), color: 'bad' });
        },
      },
    );
  return { signOut, isSigningOut: close.isPending };
}

function Colours() {
  const words = useWords({ es, en });
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choices: MantineColorScheme[] = ['light', 'dark', 'auto'];
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {words.colours}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={words.colours}
        value={colorScheme}
        data={choices.map((value) => ({ value, label: words[value] }))}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      />
    </div>
  );
}

function Languages() {
  const words = useWords({ es, en });
  const { language, choose } = useLanguage();
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {words.language}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={words.language}
        value={language}
        data={[
          { value: 'es', label: 'Español' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(value) => choose(value as Language)}
      />
    </div>
  );
}
