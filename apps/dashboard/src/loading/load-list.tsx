import { Text } from '@mantine/core';
import type { AnswerTo } from '#gateway/operations.ts';
import { DataList } from '#kit/data-list.tsx';
import { OneLine } from '#kit/line-list.tsx';
import { Link } from '#kit/link.tsx';
import { useNow, When } from '#kit/when.tsx';
import { exactInstant, instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { useLedgerWords } from '#language/ledger.ts';
import { LoadState } from './load-state.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Load = AnswerTo<'GET /panel/v1/loads'>['loads'][number];

export function LoadList({ loads }: { loads: Load[] }) {
  const words = useWords({ es, en });
  const ledger = useLedgerWords();
  return (
    <DataList
      label={words.history}
      rows={loads}
      keyOf={({ requestId }) => requestId}
      line={(load) => (
        <OneLine title={<Documents load={load} />} more={`${words.kindOf(load)} · ${instant(load.at)}`}>
          <LoadState load={load} />
        </OneLine>
      )}
      columns={[
        { key: 'what', label: words.request, width: 164, render: (load) => <Documents load={load} /> },
        { key: 'kind', label: words.kind, width: 200, render: (load) => words.kindOf(load) },
        { key: 'result', label: words.result, render: (load) => words.counts(load) },
        { key: 'state', label: words.state, width: 150, render: (load) => <LoadState load={load} /> },
        {
          key: 'actor',
          label: words.who,
          width: 220,
          render: ({ actor }) => (
            <Text size="sm" truncate title={ledger.author(actor)}>
              {ledger.author(actor)}
            </Text>
          ),
        },
        {
          key: 'at',
          label: words.when,
          width: 170,
          render: ({ at }) => (
            <Text size="sm" span>
              <Begun at={at} />
            </Text>
          ),
        },
      ]}
    />
  );
}

const dayMs = 86_400_000;

function Begun({ at }: { at: string }) {
  if (useNow() - Date.parse(at) < dayMs) return <When at={at} />;
  return (
    <time dateTime={at} title={exactInstant(at)}>
      {instant(at)}
    </time>
  );
}

function Documents({ load }: { load: Load }) {
  const words = useWords({ es, en });
  return (
    <Link to="/cargas/$requests" params={{ requests: load.requestId }} fw={600}>
      {words.documents(sizeOf(load))}
    </Link>
  );
}

function sizeOf({ counts: { loading, loaded, skipped, failed } }: Load): number {
  return loading + loaded + skipped + failed;
}
