import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { DataList, type Column } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { Link } from '#kit/link.tsx';
import { NoRows, Pager } from '#kit/pager.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { exactInstant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { receiverOf } from '#webhooks/webhook.ts';
import { askedBy } from './asked.ts';
import { filterNames } from './event-filters.tsx';
import { lookAgainInList, type Delivery } from './delivery.ts';
import { HealthBadge } from './health-badge.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function DeliveryList() {
  const words = useWords({ es, en });
  const { filters } = useFilters();
  const webhooks = useAnswer('GET /panel/v1/webhooks', {}).data?.webhooks ?? [];
  const asked = { ...askedBy(filters), httpClass: filters.http as '2' | undefined, failure: filters.failure as 'dns' | undefined };
  const query = useAnswer(
    'GET /panel/v1/deliveries',
    { query: asked },
    {
      keepsPrevious: true,
      refetchInterval: ({ state }) => lookAgainInList(state.data?.deliveries ?? [], asked),
    },
  );
  const columns: [Column<Delivery>, ...Column<Delivery>[]] = [
    {
      key: 'document',
      label: words.columns.document,
      width: 180,
      render: ({ triggerId, deliveryId, docType, taxId }) => (
        <Link
          to="/eventos/$triggerId"
          params={{ triggerId }}
          search={{ delivery: deliveryId }}
          state={{ list: filters }}
          fw={600}
          size="sm"
        >
          {docType} {taxId}
        </Link>
      ),
    },
    {
      key: 'webhook',
      label: words.columns.webhook,
      render: (delivery) => {
        const webhook = webhooks.find(({ configurationId }) => configurationId === delivery.configurationId);
        return (
          <Text size="sm">
            {receiverOf(delivery, webhook)}
            {delivery.isTest && ` · ${words.test}`}
          </Text>
        );
      },
    },
    { key: 'health', label: words.columns.health, width: 160, render: (delivery) => <HealthBadge delivery={delivery} /> },
    { key: 'answer', label: words.columns.answer, width: 200, render: (delivery) => <Answer delivery={delivery} /> },
    { key: 'attempts', label: words.columns.attempts, width: 90, align: 'right', render: ({ attempts }) => attempts },
    { key: 'at', label: words.columns.at, width: 190, render: ({ createdAt }) => <Text size="sm">{exactInstant(createdAt)}</Text> },
  ];
  return (
    <Answered query={query} waiting={<Waiting lines={8} height={34} />}>
      {({ deliveries, older, newer }) =>
        deliveries.length === 0 ? (
          <NoRows>
            <Empty icon={IconHistory} title={filterNames.some((name) => filters[name]) ? words.noFoundDeliveries : words.noDeliveriesYet} />
          </NoRows>
        ) : (
          <>
            <DataList label={words.views.deliveries} columns={columns} rows={deliveries} keyOf={({ deliveryId }) => deliveryId} />
            <Pager older={older} newer={newer} />
          </>
        )
      }
    </Answered>
  );
}

/** How the latest attempt ended: its status, and the cause of a failure. */
function Answer({ delivery: { lastStatus, lastFailure, attempts, health } }: { delivery: Delivery }) {
  const words = useWords({ es, en });
  if (attempts === 0) return <Text size="sm" c="dimmed" children="—" />;
  if (lastFailure === null)
    return <Text size="sm">{lastStatus === null ? (health === 'SUCCEEDED' ? '2xx' : '—') : `HTTP ${lastStatus}`}</Text>;
  return (
    <Text size="sm" c="var(--bad-ink)">
      {lastStatus === null ? (lastFailure === 'http' ? words.noAnswer : words.failures[lastFailure]) : `HTTP ${lastStatus}`}
    </Text>
  );
}
