import { Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { DataList, type Column } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { Link } from '#kit/link.tsx';
import { NoRows, Pager } from '#kit/pager.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { exactInstant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { receiverOf } from '#webhooks/webhook.ts';
import { askedBy } from './asked.ts';
import { lookAgainInList, type Event } from './delivery.ts';
import { filterNames } from './event-filters.tsx';
import { HealthBadge } from './health-badge.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function EventList() {
  const words = useWords({ es, en });
  const { filters } = useFilters();
  const webhooks = useAnswer('GET /panel/v1/webhooks', {}).data?.webhooks ?? [];
  const asked = { ...askedBy(filters), taxId: filters.document, state: filters.state as Event['state'] | undefined };
  const query = useAnswer(
    'GET /panel/v1/events',
    { query: asked },
    {
      keepsPrevious: true,
      refetchInterval: ({ state }) => lookAgainInList(state.data?.events.flatMap(({ deliveries }) => deliveries) ?? [], asked),
    },
  );
  const nameFor = (delivery: Event['deliveries'][number]) =>
    receiverOf(
      delivery,
      webhooks.find(({ configurationId }) => configurationId === delivery.configurationId),
    );
  const columns: [Column<Event>, ...Column<Event>[]] = [
    {
      key: 'document',
      label: words.columns.document,
      width: 200,
      render: ({ triggerId, docType, taxId, isTest }) => (
        <Group gap="xs" wrap="nowrap">
          <Link to="/eventos/$triggerId" params={{ triggerId }} state={{ list: filters }} fw={600} size="sm">
            {docType} {taxId}
          </Link>
          {isTest && <StatusBadge tone="info">{words.test}</StatusBadge>}
        </Group>
      ),
    },
    {
      key: 'deliveries',
      label: words.columns.deliveries,
      render: ({ deliveries, deliveriesKept }) =>
        deliveries.length === 0 ? (
          deliveriesKept ? (
            words.noDeliveries
          ) : (
            words.deliveriesGone
          )
        ) : (
          <Group gap={6}>
            {deliveries.map((delivery) => (
              <HealthBadge key={delivery.deliveryId} delivery={delivery} name={nameFor(delivery)} />
            ))}
          </Group>
        ),
    },
    {
      key: 'load',
      label: words.columns.load,
      width: 170,
      render: ({ state, loadState, isTest }) => (
        <Text size="sm" c="dimmed">
          {isTest ? '—' : loadState === null ? words.states[state] : words.loads[loadState]}
        </Text>
      ),
    },
    {
      key: 'at',
      label: words.columns.at,
      width: 190,
      render: ({ createdAt }) => <Text size="sm">{exactInstant(createdAt)}</Text>,
    },
  ];
  const isFiltered = filterNames.some((name) => filters[name]);
  return (
    <Answered query={query} waiting={<Waiting lines={8} height={34} />}>
      {({ events, older, newer }) =>
        events.length === 0 ? (
          <NoRows>
            <Empty icon={IconHistory} title={isFiltered ? words.none : words.noneYet}>
              {!isFiltered && words.noneYetHint}
            </Empty>
          </NoRows>
        ) : (
          <>
            <DataList label={words.title} columns={columns} rows={events} keyOf={({ triggerId }) => triggerId} />
            <Pager older={older} newer={newer} />
          </>
        )
      }
    </Answered>
  );
}
