import { Title } from '@mantine/core';
import { IconDatabaseImport } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { cursorIn, useFilters } from '#kit/filters.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { NoRows, Pager } from '#kit/pager.tsx';
import { Answered, Empty, NoPermission } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { LoadForm } from './load-form.tsx';
import { LoadList } from './load-list.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const pollMs = 4_000;

/** Loads documents, and shows earlier loads. */
export function Loading() {
  const words = useWords({ es, en });
  const { can } = useSession();
  return (
    <>
      <PageHeader title={words.title} description={words.what} />
      {can.includes('load') ? <LoadForm /> : <NoPermission>{words.notAllowed}</NoPermission>}
      <Title order={2} mt="xl" mb="sm">
        {words.history}
      </Title>
      <History />
    </>
  );
}

function History() {
  const words = useWords({ es, en });
  const { filters } = useFilters();
  const query = useAnswer('GET /panel/v1/loads', { query: cursorIn(filters) }, { keepsPrevious: true, refetchInterval: pollMs });
  return (
    <Answered query={query}>
      {({ loads, older, newer }) =>
        loads.length === 0 ? (
          <NoRows>
            <Empty icon={IconDatabaseImport} title={words.nothingYet}>
              {words.nothingYetWhat}
            </Empty>
          </NoRows>
        ) : (
          <>
            <LoadList loads={loads} />
            <Pager older={older} newer={newer} />
          </>
        )
      }
    </Answered>
  );
}
