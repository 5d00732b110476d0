import { Paper, SimpleGrid, Title } from '@mantine/core';
import { PageHeader } from '#kit/page-header.tsx';
import { useWords } from '#language/language.tsx';
import { ChangePassword } from './change-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { useSession } from './session.ts';
import { en } from './account.en.ts';
import { es } from './account.es.ts';

export function Account() {
  const words = useWords({ es, en });
  const { user } = useSession();
  return (
    <>
      <PageHeader title={words.title} description={`${user.name} · ${user.email}`} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" verticalSpacing="lg">
        <Paper component="section" p="md">
          <Title order={2} mb="sm">
            {words.password}
          </Title>
          <ChangePassword />
        </Paper>
        <Paper component="section" p="md">
          <Title order={2} mb="sm">
            {words.sessions}
          </Title>
          <OwnSessions />
        </Paper>
      </SimpleGrid>
    </>
  );
}
