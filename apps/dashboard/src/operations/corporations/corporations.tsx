import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconBuilding, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { cursorIn, useFilters } from '#kit/filters.ts';
import { Link } from '#kit/link.tsx';
import { SearchField } from '#kit/search-field.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { NoRows, Pager } from '#kit/pager.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { CorporationStatus } from './corporation-status.tsx';
import { NewCorporation } from './new-corporation.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Corporation = AnswerTo<'GET /panel/v1/operator/corporations'>['corporations'][number];

export function Corporations() {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const [making, setMaking] = useState(false);
  const { q, estado } = filters;
  const status = estado === 'active' || estado === 'suspended' ? estado : undefined;
  const query = useAnswer(
    'GET /panel/v1/operator/corporations',
    { query: { ...(q && { q }), ...(status && { status }), ...cursorIn(filters) } },
    { keepsPrevious: true },
  );
  const make = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {words.make}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={make} />
      <Filters status={status} />
      <Answered query={query} waiting={<Waiting lines={8} height={36} />}>
        {({ corporations, older, newer }) =>
          corporations.length === 0 ? (
            <NoRows>
              <Nothing isFiltered={Boolean(q || status)} onClear={() => change({ q: undefined, estado: undefined })} />
            </NoRows>
          ) : (
            <>
              <CorporationList corporations={corporations} />
              <Pager older={older} newer={newer} />
            </>
          )
        }
      </Answered>
      {making && <NewCorporation onClose={() => setMaking(false)} />}
    </>
  );
}

function Filters({ status }: { status: string | undefined }) {
  const words = useWords({ es, en });
  const { change } = useFilters();
  return (
    <Group mb="md" gap="sm">
      <SearchField label={words.search} flex="1 1 240px" maw={420} />
      <SegmentedControl
        aria-label={words.status}
        value={status ?? ''}
        onChange={(chosen) => change({ estado: chosen || undefined })}
        data={[
          { value: '', label: words.everyStatus },
          { value: 'active', label: words.statusFilter.active },
          { value: 'suspended', label: words.statusFilter.suspended },
        ]}
      />
    </Group>
  );
}

function CorporationList({ corporations }: { corporations: Corporation[] }) {
  const words = useWords({ es, en });
  const { filters } = useFilters();
  return (
    <DataList
      label={words.title}
      rows={corporations}
      keyOf={({ corporationId }) => corporationId}
      columns={[
        {
          key: 'name',
          label: words.name,
          width: '32%',
          render: ({ corporationId, name }) => (
            <Link to="/operador/corporaciones/$corporationId" params={{ corporationId }} state={{ list: filters }} fw={600} size="sm">
              {name}
            </Link>
          ),
        },
        { key: 'status', label: words.status, width: 130, render: ({ status }) => <CorporationStatus status={status} /> },
        { key: 'contract', label: words.contract, render: (row) => <ContractToday row={row} /> },
        { key: 'users', label: words.users, width: 100, align: 'right', render: ({ users }) => count(users) },
        { key: 'credentials', label: words.credentials, width: 120, align: 'right', render: ({ credentials }) => count(credentials) },
        { key: 'created', label: words.created, width: 120, align: 'right', render: ({ createdAt }) => day(dayOf(createdAt)) },
      ]}
    />
  );
}

function ContractToday({ row: { contract } }: { row: Corporation }) {
  const words = useWords({ es, en });
  if (!contract) {
    return (
      <Text size="sm" c="dimmed">
        {words.noContract}
      </Text>
    );
  }
  return (
    <Stack gap={0}>
      <Text size="sm">{words.kinds[contract.kind]}</Text>
      <Text size="xs" c="dimmed">
        {words.until(day(contract.endsOn))}
      </Text>
    </Stack>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const words = useWords({ es, en });
  if (!isFiltered) return <Empty icon={IconBuilding} title={words.none} />;
  return (
    <Empty
      icon={IconSearch}
      title={words.noneFound}
      action={
        <Button variant="default" onClick={onClear}>
          {words.clear}
        </Button>
      }
    >
      {words.noneFoundHint}
    </Empty>
  );
}
