import { Paper, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAct } from '#gateway/queries.ts';
import { ActButton } from '#kit/act-button.tsx';
import { LinkButton } from '#kit/link.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import { Refused } from '#kit/refused.tsx';
import { Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './account.en.ts';
import { es } from './account.es.ts';
import { passwordFault } from './password-fault.ts';
import styles from './sign-in.module.css';

/**
 * The target of an invitation link. Its token follows the `#`, so that no server and no log ever sees it in an address. Another link that is
 * pasted into the same tab changes only this part, and no page is loaded.
 */
export function PasswordByLink() {
  const words = useWords({ es, en });
  const { hash } = useLocation();
  useEffect(() => {
    document.title = `${words.choose} · Vigía`;
  }, [words]);
  return (
    <main className={styles.page}>
      <Paper className={styles.card} p="xl">
        {hash ? (
          <Choose key={hash} token={hash} />
        ) : (
          <>
            <Title order={1} size="h2">
              {words.choose}
            </Title>
            <Empty icon={IconLinkOff} title={words.noLink}>
              {words.noLinkMore}
            </Empty>
          </>
        )}
      </Paper>
    </main>
  );
}

/** Its form had the focus. */
const focusIt = (heading: HTMLElement | null) => heading?.focus();

function Choose({ token }: { token: string }) {
  const words = useWords({ es, en });
  const form = useForm({ initialValues: { newPassword: '' } });
  const set = useAct('PUT /panel/v1/password/by-link');
  const fault = passwordFault(set.error, words);
  if (set.isSuccess) {
    return (
      <>
        <Title order={1} size="h2" tabIndex={-1} ref={focusIt}>
          {words.choose}
        </Title>
        <Empty icon={IconCircleCheck} title={words.kept} action={<LinkButton to="/ingresar">{words.enter}</LinkButton>}>
          {words.keptMore}
        </Empty>
      </>
    );
  }
  return (
    <form onSubmit={form.onSubmit(({ newPassword }) => set.mutate({ body: { token, newPassword } }))}>
      <Stack>
        <div>
          <Title order={1} size="h2">
            {words.choose}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {words.chooseMore}
          </Text>
        </div>
        <PasswordField
          label={words.chosen}
          description={words.rule}
          autoComplete="new-password"
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('newPassword')}
          error={fault}
        />
        {!fault && <Refused error={set.error} />}
        <ActButton type="submit" fullWidth loading={set.isPending}>
          {words.keep}
        </ActButton>
      </Stack>
    </form>
  );
}
