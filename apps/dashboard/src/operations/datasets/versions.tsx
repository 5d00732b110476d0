import { Box, Title } from '@mantine/core';
import { IconDatabaseOff } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { Answered, Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { Changes } from './changes.tsx';
import type { Dataset } from './dataset-state.ts';
import { MoreRows } from './more-rows.tsx';
import { Rejects } from './rejects.tsx';
import { VersionList } from './version-list.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const everyMs = 5_000;
/** The details are below the list, out of sight. */
const focusIt = (details: HTMLElement | null) => details?.focus();
/** Fifty at a time, newest first. */
export function Versions({ dataset }: { dataset: Dataset }) {
  const { version: shown, ver, antes } = useFilters().filters;
  const words = useWords({ es, en });
  const query = useAnswer(
    'GET /panel/v1/operator/datasets/:dataset/versions',
    { params: { dataset: dataset.dataset }, query: { ...(antes && { before: antes }) } },
    { keepsPrevious: true, refetchInterval: everyMs },
  );
  return (
    <section aria-label={words.versions}>
      <Title order={2} mb="sm">
        {words.versions}
      </Title>
      <Answered query={query}>
        {({ versions, more }) =>
          versions.length === 0 ? (
            <Empty icon={IconDatabaseOff} title={words.noVersions} />
          ) : (
            <>
              <VersionList dataset={dataset} versions={versions} />
              <MoreRows filter="antes" after={more ? String(versions.at(-1)?.version) : undefined} />
              {versions
                .filter(({ version }) => String(version) === shown)
                .map(({ version, rejectedByReason }) => (
                  <Box key={`${version} ${ver}`} mt="lg" tabIndex={-1} ref={focusIt}>
                    {ver === 'rechazos' ? (
                      <Rejects version={String(version)} reasons={rejectedByReason} />
                    ) : (
                      <Changes version={String(version)} />
                    )}
                  </Box>
                ))}
            </>
          )
        }
      </Answered>
    </section>
  );
}
