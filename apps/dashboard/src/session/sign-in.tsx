import { Alert, Anchor, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useAct } from '#gateway/queries.ts';
import { Refusal } from '#gateway/refusal.ts';
import { ActButton } from '#kit/act-button.tsx';
import { CountedDown, useCountdown } from '#kit/countdown.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import { Refused } from '#kit/refused.tsx';
import { useWords } from '#language/language.tsx';
import { tellOtherTabs, useSignInElsewhere } from './other-tabs.ts';
import { ownSession } from './session.ts';
import styles from './sign-in.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Only a path of this page: a link must not lead elsewhere after the sign-in. */
function pathHere(to: string | undefined): string {
  return to?.startsWith('/') && !to.startsWith('//') && !to.startsWith('/\\') ? to : '/';
}

/** Here a 401 is about the password and not about a session. */
function signInError(error: Refusal | null): Refusal | null {
  return error?.status === 401 && !error.code ? new Refusal(401, error.message, 'sign_in_failed') : error;
}

export function SignIn() {
  const words = useWords({ es, en });
  const { to, ended } = useSearch({ strict: false });
  const router = useRouter();
  const client = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const open = useAct('POST /panel/v1/session');
  const locked = useCountdown(open.error?.status === 429 ? open.error.retryAfterSeconds : undefined, open.error);

  useEffect(() => {
    document.title = `${words.title} · Vigía`;
  }, [words]);
  const enter = useCallback(() => router.history.replace(pathHere(to)), [router, to]);
  useSignInElsewhere(ended !== undefined, enter);

  const submit = form.onSubmit((body) =>
    open.mutate(
      { body },
      {
        onSuccess(session) {
          client.setQueryData(ownSession().queryKey, session);
          tellOtherTabs();
          enter();
        },
      },
    ),
  );

  return (
    <main className={styles.page}>
      <Paper className={styles.card} p="xl">
        <Stack gap="lg">
          <div>
            <Text fw={700} size="xl" c="var(--mantine-color-anchor)" lh={1.2}>
              Vigía
            </Text>
            <Text size="sm" c="dimmed">
              {words.product}
            </Text>
          </div>
          <Title order={1} size="h2">
            {words.title}
          </Title>
          {ended && !open.error && navigator.cookieEnabled && <Alert color="info">{words.ended}</Alert>}
          {!navigator.cookieEnabled && (
            <Alert role="alert" color="watch">
              {words.noCookies}
            </Alert>
          )}
          <form onSubmit={submit}>
            <Stack>
              <TextInput
                label={words.email}
                type="email"
                autoComplete="username"
                required
                withAsterisk={false}
                autoFocus
                key={form.key('email')}
                {...form.getInputProps('email')}
              />
              <PasswordField
                label={words.password}
                autoComplete="current-password"
                required
                withAsterisk={false}
                key={form.key('password')}
                {...form.getInputProps('password')}
              />
              {locked > 0 ? (
                <Alert role="alert" color="watch">
                  {words.locked} <CountedDown>{words.lockedFor(locked)}</CountedDown>
                </Alert>
              ) : (
                <Refused error={open.error?.status === 429 ? null : signInError(open.error)} />
              )}
              <ActButton type="submit" fullWidth loading={open.isPending} disabled={locked > 0}>
                {words.enter}
              </ActButton>
            </Stack>
          </form>
          <Text size="xs" c="dimmed">
            {words.forgotten}
          </Text>
          <Group justify="flex-end">
            <Anchor href="/docs" size="sm">
              {words.reference}
            </Anchor>
          </Group>
        </Stack>
      </Paper>
    </main>
  );
}
