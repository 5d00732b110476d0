import { Group, Stack, Tabs } from '@mantine/core';
import { IconDatabaseImport, IconFileOff } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type DocType, docTypes, documentKey, isValidDocument, type SummaryV2 } from '@vigia/contracts';
import type { ReactNode } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { LinkButton } from '#kit/link.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { canBeTyped } from '#language/document.ts';
import { useCan } from '#session/session.ts';
import { Actions, DayChoice, PastDay } from './actions.tsx';
import { OfDay } from './of-day.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { Summary } from './summary.tsx';
import { useProfileFilters } from './use-profile-filters.ts';
import { useProfileWords } from './use-profile-words.ts';

// A reader of the summary waits for none of these.
const Changes = lazyPart(() => import('./changes/changes.tsx'), 'Changes');
const Record = lazyPart(() => import('./record/record.tsx'), 'Record');
const Comparison = lazyPart(() => import('./comparison/comparison.tsx'), 'Comparison');

const lookAgainMs = 2_000;
const views = ['resumen', 'cambios', 'comparar', 'expediente'] as const;

interface Params {
  docType: DocType;
  taxId: string;
}

/** Everything that is known about one taxpayer. */
export function Profile() {
  const params = useParams({ strict: false }) as Params;
  const { filters, today } = useProfileFilters();
  const facts = useAnswer(
    'GET /panel/v1/profiles/:docType/:taxId',
    { params },
    { refetchInterval: ({ state }) => (state.data?.openRequest ? lookAgainMs : false) },
  );
  const summary = useAnswer(
    'GET /panel/v1/profiles/:docType/:taxId/summary',
    { params, query: { fecha: filters.fecha } },
    { refetchInterval: ({ state }) => (state.data?.data.estado === 'loading' ? lookAgainMs : false) },
  );
  if (facts.error?.status === 404) return <Missing {...params} />;
  // After a query nothing is shown any more, neither today's profile nor an earlier one.
  if (facts.data?.access.mode === 'query' && facts.data.access.state === 'expired') return <Missing {...params} isOver />;
  return (
    <Answered query={facts} waiting={<Waiting lines={8} />} heading={<PageHeader title={`${params.docType} ${params.taxId}`} />}>
      {(known) => (
        <Stack gap="md">
          <ProfileHeader
            facts={known}
            summary={summary.data?.data}
            isPast={(filters.fecha ?? today) < today}
            actions={<Actions facts={known} />}
          />
          <Views
            params={params}
            summary={
              <OfDay query={summary} fecha={filters.fecha} waiting={<Waiting lines={12} height={28} />}>
                {({ data }: { data: SummaryV2 }) => (
                  <Summary key={filters.fecha} asked={{ ...params, fecha: filters.fecha }} summary={data} />
                )}
              </OfDay>
            }
          />
        </Stack>
      )}
    </Answered>
  );
}

function Views({ params, summary }: { params: Params; summary: ReactNode }) {
  const words = useProfileWords();
  const { filters, change } = useProfileFilters();
  // The record is for those who may load. An address that asks for it still shows why it is refused.
  const mayRead = useCan('load');
  const view = views.find((one) => one === filters.vista) ?? 'resumen';
  const offered = views.filter((one) => one !== 'expediente' || one === view || mayRead);
  return (
    <Tabs value={view} onChange={(vista) => change({ vista: vista === 'resumen' ? undefined : (vista ?? undefined) })} keepMounted={false}>
      <Group justify="space-between" align="flex-end" mb="md" className="not-printed">
        <Tabs.List flex="1 1 320px">
          {offered.map((one) => (
            <Tabs.Tab key={one} value={one} px={{ base: 8, xs: 'md' }}>
              {words.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {(view === 'resumen' || view === 'expediente') && <DayChoice />}
      </Group>
      <Tabs.Panel value="resumen">
        <Stack gap="md">
          {filters.fecha && <PastDay params={params} fecha={filters.fecha} />}
          {summary}
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="cambios">
        <Changes params={params} />
      </Tabs.Panel>
      <Tabs.Panel value="comparar">
        <Comparison params={params} />
      </Tabs.Panel>
      <Tabs.Panel value="expediente">
        <Record asked={{ ...params, fecha: filters.fecha }} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Missing({ docType, taxId, isOver = false }: Params & { isOver?: boolean }) {
  const words = useProfileWords();
  const mayLoad = useCan('load');
  const isTyped = canBeTyped(taxId);
  const heading = <PageHeader title={`${docType} ${taxId}`} />;
  if (!docTypes.includes(docType) || !isValidDocument(docType, taxId)) {
    return (
      <>
        {heading}
        <Empty icon={IconFileOff} title={words.impossible(docType)}>
          {words.impossibleMore}
        </Empty>
      </>
    );
  }
  return (
    <>
      {heading}
      <Empty
        icon={IconFileOff}
        title={isOver ? words.over : words.missing}
        action={
          mayLoad &&
          isTyped && (
            <LinkButton
              to="/cargas"
              search={{ documento: documentKey({ docType, taxId }) }}
              leftSection={<IconDatabaseImport size={16} aria-hidden />}
            >
              {words.load}
            </LinkButton>
          )
        }
      >
        {!isTyped ? words.onlyByApi : isOver ? words.overMore(mayLoad) : words.missingMore(mayLoad)}
      </Empty>
    </>
  );
}
