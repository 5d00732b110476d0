import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty, NoPermission, Waiting } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { VerifySnippets } from './verify-snippets.tsx';
import { WebhookWarnings } from './warnings.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { mostActive } from './webhook.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const WebhookForm = lazyPart(() => import('./webhook-form.tsx'), 'WebhookForm');

/** Integraciones > Webhooks. */
export function Webhooks() {
  const words = useWords({ es, en });
  const mayChange = useSession().can.includes('webhooks');
  const query = useAnswer('GET /panel/v1/webhooks', {});
  const [isCreating, creating] = useDisclosure();
  const active = query.data?.webhooks.filter((webhook) => webhook.active).length;
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        facts={
          active !== undefined && (
            <Text size="sm" fw={600}>
              {words.activeOf(active, mostActive)}
            </Text>
          )
        }
        actions={mayChange && query.data && query.data.webhooks.length > 0 && create}
      />
      <WebhookWarnings />
      <Stack gap="lg">
        {!mayChange && <NoPermission>{words.readOnly}</NoPermission>}
        <Answered query={query} waiting={<Waiting lines={3} height={120} />}>
          {({ webhooks }) =>
            webhooks.length === 0 ? (
              <Empty icon={IconWebhook} title={words.none} action={mayChange && create}>
                {words.noneHint}
              </Empty>
            ) : (
              <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
                {webhooks
                  .toSorted((a, b) => Number(b.active) - Number(a.active))
                  .map((webhook) => (
                    <WebhookCard key={webhook.configurationId} webhook={webhook} mayChange={mayChange} />
                  ))}
              </SimpleGrid>
            )
          }
        </Answered>
        <VerifySnippets />
      </Stack>
      {isCreating && <WebhookForm startsOff={active === mostActive} onClose={creating.close} />}
    </>
  );
}
