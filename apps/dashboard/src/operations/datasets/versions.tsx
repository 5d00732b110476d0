import { Box, Title } from '@mantine/core';
import { IconDatabaseOff } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { Answered, Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { Changes } from './changes.tsx';
import type { Dataset, Version } from './dataset-state.ts';
import { MoreRows } from './more-rows.tsx';
import { Rejects } from './rejects.tsx';
import { VersionList } from './version-list.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const everyMs = 5_000;
const isNumber = /^[1-9]\d{0,8}$/;
/** The details are below the list, out of sight. */
const focusIt = (details: HTMLElement | null) => details?.focus();
/** Fifty at a time, newest first. */
export function Versions({ dataset }: { dataset: Dataset }) {
  const { version: shown = '', antes } = useFilters().filters;
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
        {({ versions, more }) => {
          if (versions.length === 0) return <Empty icon={IconDatabaseOff} title={words.noVersions} />;
          return (
            <>
              <VersionList dataset={dataset} versions={versions} />
              <MoreRows filter="antes" after={more ? String(versions.at(-1)?.version) : undefined} />
              {isNumber.test(shown) && (
                <Details
                  key={shown}
                  number={shown}
                  dataset={dataset.dataset}
                  listed={versions.find(({ version }) => String(version) === shown)}
                />
              )}
            </>
          );
        }}
      </Answered>
    </section>
  );
}

interface DetailsProps {
  number: string;
  dataset: string;
  listed: Version | undefined;
}

/** The version may be listed, or no longer since newer ones have pushed it out of the list, or only a link names it. */
function Details({ number, dataset, listed }: DetailsProps) {
  const words = useWords({ es, en });
  const { ver } = useFilters().filters;
  const query = useAnswer('GET /panel/v1/operator/dataset-versions/:version', { params: { version: number } });
  const row = listed ?? query.data?.version;
  if (row?.dataset !== dataset)
    return <Answered query={query}>{() => <Empty icon={IconDatabaseOff} title={words.unknownVersion} />}</Answered>;
  return (
    <Box key={ver} mt="lg" tabIndex={-1} ref={focusIt}>
      {ver === 'rechazos' ? (
        <Rejects version={number} reasons={row.rejectedByReason} />
      ) : (
        <Changes version={number} isPruned={row.state === 'pruned'} />
      )}
    </Box>
  );
}
