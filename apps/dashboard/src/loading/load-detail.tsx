import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { Document } from '@vigia/contracts';
import { useState } from 'react';
import { addressOf } from '#gateway/call.ts';
import { CopyButton } from '#kit/copy.tsx';
import { LinkButton } from '#kit/link.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, shownOf, Waiting } from '#kit/states.tsx';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { useLedgerWords } from '#language/ledger.ts';
import { Activate } from '#monitoring/activate.tsx';
import { useSession } from '#session/session.ts';
import { ItemList } from './item-list.tsx';
import { LoadState } from './load-state.tsx';
import { isOnlyQuery, isUnmonitored, resultRows, tabbed } from './results.ts';
import { type Item, type Whole, useLoads } from './use-loads.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The results of one request, or of the several requests of one long list. The address keeps all their ids. */
export function LoadDetail() {
  const { requests } = useParams({ strict: false }) as { requests: string };
  const query = useLoads(requests.split(','));
  return (
    <>
      <Heading whole={shownOf(query)} />
      <Answered query={query} waiting={<Waiting lines={8} />}>
        {(whole) => <Detail whole={whole} />}
      </Answered>
    </>
  );
}

/** One heading before and after the answer, so that it takes the focus once. */
function Heading({ whole }: { whole: Whole | undefined }) {
  const words = useWords({ es, en });
  const ledger = useLedgerWords();
  const { can } = useSession();
  if (!whole) return <PageHeader title={words.detailWaiting} />;
  const { load, items, requestIds } = whole;
  const [requestId = '', ...others] = requestIds;
  const file = { params: { requestId }, query: { with: others.join() } };
  return (
    <PageHeader
      title={words.detailTitle(load, items.length)}
      facts={
        <Group gap="xs">
          <LoadState load={load} />
        </Group>
      }
      description={`${words.kindOf(load)} · ${ledger.author(load.actor)} · ${instant(load.at)}`}
      actions={
        <>
          <CopyButton text={tabbed(resultRows({ load, items }, words))} label={words.copyResults} />
          <Button
            component="a"
            href={addressOf('GET /panel/v1/loads/:requestId.csv', file)}
            download
            variant="default"
            leftSection={<IconDownload size={17} aria-hidden />}
          >
            {words.downloadCsv}
          </Button>
          {can.includes('load') && (
            <LinkButton to="/cargas" leftSection={<IconPlus size={17} aria-hidden />}>
              {words.another}
            </LinkButton>
          )}
        </>
      }
    />
  );
}

function Detail({ whole }: { whole: Whole }) {
  const words = useWords({ es, en });
  const [activating, setActivating] = useState<Document[]>();
  const { load, items } = whole;
  const unmonitored = documentsOf(items.filter(isUnmonitored));
  const queries = documentsOf(items.filter((item) => item.access === 'active' && isOnlyQuery(item, load)));
  return (
    <>
      <Stack>
        <Done whole={whole} />
        {unmonitored.length > 0 && (
          <Unmonitored
            title={words.notMonitored(load.activationFailed)}
            what={words.notMonitoredWhat}
            documents={unmonitored}
            activate={setActivating}
          />
        )}
        {queries.length > 0 && (
          <Unmonitored
            title={words.onlyQueries(queries.length)}
            what={words.onlyQueriesWhat(queries.length)}
            documents={queries}
            activate={setActivating}
          />
        )}
        <ItemList load={load} items={items} />
      </Stack>
      {activating && <Activate documents={activating} onClose={() => setActivating(undefined)} />}
    </>
  );
}

const documentsOf = (items: Item[]) => items.flatMap(({ docType, taxId }) => (docType ? [{ docType, taxId }] : []));

interface UnmonitoredProps {
  title: string;
  what: string;
  documents: Document[];
  activate: (documents: Document[]) => void;
}

function Unmonitored({ title, what, documents, activate }: UnmonitoredProps) {
  const words = useWords({ es, en });
  const { can } = useSession();
  return (
    <Alert color="watch" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="inherit">
          {what}
        </Text>
        {can.includes('activate') && (
          <Button size="sm" onClick={() => activate(documents)}>
            {words.reactivate(documents.length)}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Done({ whole: { load, items } }: { whole: Whole }) {
  const words = useWords({ es, en });
  const { loading, loaded, skipped, failed } = load.counts;
  const ended = items.length - loading;
  const share = (documents: number) => (100 * documents) / Math.max(items.length, 1);
  return (
    <Paper p="md">
      <Group justify="space-between" mb={6}>
        <Text fw={600} role="status">
          {loading > 0 ? words.progress(ended, items.length) : words.counts(load)}
        </Text>
        {loading > 0 && (
          <Text size="sm" c="dimmed">
            {words.mayClose}
          </Text>
        )}
      </Group>
      <Progress.Root aria-hidden>
        <Progress.Section value={share(loaded)} color="good" />
        <Progress.Section value={share(skipped)} color="quiet" />
        <Progress.Section value={share(failed)} color="bad" />
      </Progress.Root>
    </Paper>
  );
}
