import { Button, Code, Group, Paper, Stack, Tabs, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconSearchOff } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useAnswer } from '#gateway/queries.ts';
import { Copy } from '#kit/copy.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { useFilters, useFiltersOfList } from '#kit/filters.ts';
import { Link } from '#kit/link.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { exactInstant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { receiverOf } from '#webhooks/webhook.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { lookAgainFor } from './delivery.ts';
import styles from './event.module.css';
import { HealthBadge } from './health-badge.tsx';
import { JsonText } from './body.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** An event, one of its deliveries, and that delivery's attempts. The URL names the delivery. */
export function EventPage() {
  const words = useWords({ es, en });
  const { triggerId = '' } = useParams({ strict: false }) as { triggerId?: string };
  const { filters, change } = useFilters();
  const list = useFiltersOfList();
  const query = useAnswer(
    'GET /panel/v1/events',
    { query: { triggerId, limit: '1' } },
    { refetchInterval: ({ state }) => lookAgainFor(state.data?.events[0]?.deliveries ?? []) },
  );
  const webhooks = useAnswer('GET /panel/v1/webhooks', {}).data?.webhooks ?? [];
  const [isPreviewing, previewing] = useDisclosure();
  return (
    <>
      <Link to="/eventos" search={list} size="sm">
        {words.detail.back}
      </Link>
      <Answered query={query} heading={<PageHeader title={words.detail.title} />}>
        {({ events: [event] }) => {
          if (!event)
            return (
              <>
                <PageHeader title={words.detail.title} />
                <Empty icon={IconSearchOff} title={words.detail.missing} />
              </>
            );
          const { docType, taxId, isTest, state, loadState, deliveries, deliveriesKept, bodies } = event;
          const chosen = deliveries.find(({ deliveryId }) => deliveryId === filters.delivery) ?? deliveries[0];
          const webhookOf = (id: string) => webhooks.find(({ configurationId }) => configurationId === id);
          return (
            <Stack gap="lg" mt="xs">
              <PageHeader
                title={`${words.detail.title} · ${docType} ${taxId}`}
                facts={
                  <Group gap="xs">
                    <Group gap={2} wrap="nowrap">
                      <Code>{triggerId}</Code>
                      <Copy text={triggerId} what="triggerId" />
                    </Group>
                    {isTest && <StatusBadge tone="info">{words.test}</StatusBadge>}
                    <Text size="sm" c="dimmed">
                      {words.detail.created} {exactInstant(event.createdAt)}
                      {!isTest && ` · ${loadState === null ? words.states[state] : words.loads[loadState]}`}
                    </Text>
                  </Group>
                }
                actions={
                  !isTest && (
                    <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={previewing.open}>
                      {words.detail.preview}
                    </Button>
                  )
                }
              />
              <div className={styles.columns}>
                <Stack component="nav" gap="xs" aria-label={words.detail.deliveries}>
                  {deliveries.map((delivery) => {
                    const webhook = webhookOf(delivery.configurationId);
                    return (
                      <UnstyledButton
                        key={delivery.deliveryId}
                        className={styles.delivery!}
                        aria-current={delivery === chosen}
                        onClick={() => change({ delivery: delivery.deliveryId })}
                      >
                        <Text size="sm" fw={600} truncate>
                          {receiverOf(delivery, webhook) ?? delivery.configurationId}
                        </Text>
                        <Group gap="xs" mt={4}>
                          <HealthBadge delivery={delivery} />
                          <Text size="xs" c="dimmed">
                            {words.attempts(delivery.attempts)}
                          </Text>
                        </Group>
                      </UnstyledButton>
                    );
                  })}
                  {deliveries.length === 0 && (deliveriesKept ? words.noDeliveries : words.deliveriesGone)}
                  {bodies.map(({ version, sha256 }) => (
                    <Text key={version} component="div" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                      <Group gap={4}>
                        {words.detail.sha} {version}: <Copy text={sha256} what={words.detail.sha} />
                      </Group>
                      {sha256}
                    </Text>
                  ))}
                </Stack>
                {chosen && (
                  <Paper component="section" p="lg" miw={0}>
                    <DeliveryDetail key={chosen.deliveryId} delivery={chosen} webhook={webhookOf(chosen.configurationId)} />
                  </Paper>
                )}
              </div>
            </Stack>
          );
        }}
      </Answered>
      {isPreviewing && <Preview triggerId={triggerId} onClose={previewing.close} />}
    </>
  );
}

function Preview({ triggerId, onClose }: { triggerId: string; onClose: () => void }) {
  const words = useWords({ es, en }).detail;
  const query = useAnswer('GET /panel/v1/events/:triggerId/preview', { params: { triggerId } });
  return (
    <Dialog onClose={onClose} size="xl" title={words.previewTitle}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.previewHint}
      </Text>
      <Answered query={query}>
        {(bodies) => (
          <Tabs defaultValue="v2">
            <Tabs.List>
              <Tabs.Tab value="v2">v2</Tabs.Tab>
              <Tabs.Tab value="v1">v1</Tabs.Tab>
            </Tabs.List>
            {(['v2', 'v1'] as const).map((version) => (
              <Tabs.Panel key={version} value={version} pt="sm">
                <JsonText text={bodies[version]} />
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
      </Answered>
    </Dialog>
  );
}
