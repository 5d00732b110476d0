import { Group, Stack, Tabs, Text, Title, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notify } from '#kit/notify.ts';
import { IconRefresh } from '@tabler/icons-react';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { FocusableButton } from '#kit/focusable-button.tsx';
import { useNow } from '#kit/when.tsx';
import { ago } from '#language/instant.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { headerOfRepetitions, receiverOf, type Webhook } from '#webhooks/webhook.ts';
import { Attempts } from './attempts.tsx';
import { Body } from './body.tsx';
import type { Delivery } from './delivery.ts';
import { HealthBadge } from './health-badge.tsx';
import { SignatureCheck } from './signature-check.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function DeliveryDetail({ delivery, webhook }: { delivery: Delivery; webhook: Webhook | undefined }) {
  const all = useWords({ es, en });
  const words = all.detail;
  const { language } = useLanguage();
  const now = useNow();
  const { deliveryId, health, attempts, nextAttemptAt, payloadVersion } = delivery;
  const mayResend = useSession().can.includes('webhooks');
  const [isAsking, asking] = useDisclosure();
  const resend = useAct('POST /panel/v1/deliveries/:deliveryId/resend', {
    changes: ['GET /panel/v1/events', 'GET /panel/v1/deliveries', 'GET /panel/v1/deliveries/:deliveryId/attempts'],
  });
  const send = () =>
    resend.mutate(
      { params: { deliveryId } },
      {
        onSuccess: () => {
          asking.close();
          void notify({ message: words.resent, color: 'good' });
        },
      },
    );
  const hasBody = payloadVersion !== null;
  const whyNot = !mayResend ? words.notAllowed : !hasBody ? words.noBody : webhook?.active === false ? words.webhookInactive : null;
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Title order={2}>{receiverOf(delivery, webhook) ?? deliveryId}</Title>
            <HealthBadge delivery={delivery} />
          </Group>
          <Text size="sm" c="dimmed">
            {[
              attempts > 0 ? (delivery.url ?? words.addressNotKept) : webhook?.url,
              hasBody && payloadVersion,
              health === 'SKIPPED_INACTIVE' && words.skipped,
              health === 'PENDING' && attempts > 0 && isAhead(nextAttemptAt, now) && all.next(ago(nextAttemptAt, now, language)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Stack>
        <Tooltip label={whyNot} disabled={whyNot === null}>
          <FocusableButton
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            isOff={whyNot !== null}
            onClick={asking.open}
          >
            {words.resend}
          </FocusableButton>
        </Tooltip>
      </Group>
      <Tabs defaultValue="attempts" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="attempts">{words.attempts}</Tabs.Tab>
          <Tabs.Tab value="body" disabled={!hasBody}>
            {words.body}
          </Tabs.Tab>
          <Tabs.Tab value="signature" disabled={!hasBody}>
            {words.signature}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="attempts" pt="md">
          <Attempts delivery={delivery} />
        </Tabs.Panel>
        <Tabs.Panel value="body" pt="md">
          <Body deliveryId={deliveryId} />
        </Tabs.Panel>
        <Tabs.Panel value="signature" pt="md">
          <SignatureCheck deliveryId={deliveryId} />
        </Tabs.Panel>
      </Tabs>
      {isAsking && (
        <Confirm
          onClose={asking.close}
          title={words.resendTitle}
          confirm={words.resend}
          onConfirm={send}
          pending={resend.isPending}
          error={resend.error}
        >
          <Text size="sm">{words.resendText(headerOfRepetitions(webhook))}</Text>
        </Confirm>
      )}
    </Stack>
  );
}

/** An attempt that is due is about to be made. */
function isAhead(at: string | null, now: number): at is string {
  return at !== null && Date.parse(at) > now;
}
