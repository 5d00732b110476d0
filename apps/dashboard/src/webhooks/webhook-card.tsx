import { ActionIcon, Button, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconDots,
  IconKey,
  IconListDetails,
  IconPlayerPause,
  IconPlugConnected,
  IconRestore,
  IconSend,
} from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '#kit/notify.ts';
import { useRouter } from '@tanstack/react-router';
import { latestOf, useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { Copy } from '#kit/copy.tsx';
import { lazyPart } from '#kit/lazy-part.tsx';
import { LinkButton } from '#kit/link.tsx';
import { passesFocusOn } from '#kit/page-header.tsx';
import { Refused } from '#kit/refused.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { HealthBars } from './health-bars.tsx';
import { nameOf, type Webhook } from './webhook.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

// Fetched on demand.
const Preflight = lazyPart(() => import('./preflight.tsx'), 'Preflight');
const Recovery = lazyPart(() => import('./recovery.tsx'), 'Recovery');
const SecretChange = lazyPart(() => import('./secret-change.tsx'), 'SecretChange');
const WebhookForm = lazyPart(() => import('./webhook-form.tsx'), 'WebhookForm');

type Dialog = 'edit' | 'preflight' | 'recover' | 'secret' | 'off';

export function WebhookCard({ webhook, mayChange }: { webhook: Webhook; mayChange: boolean }) {
  const words = useWords({ es, en });
  const router = useRouter();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const edit = useAct('PATCH /panel/v1/webhooks/:configurationId', {
    changes: ['GET /panel/v1/webhooks', 'GET /panel/v1/webhooks/warnings'],
  });
  const test = useAct('POST /panel/v1/webhooks/:configurationId/test', { changes: ['GET /panel/v1/events', 'GET /panel/v1/deliveries'] });
  const latest = latestOf([test, edit]);
  const { configurationId, active, url } = webhook;
  const params = { configurationId };
  const name = nameOf(webhook);

  const sendTest = () =>
    test.mutate(
      { params },
      {
        onSuccess: ({ triggerId }) => {
          void notify({ title: words.testSent, message: words.testSentHint, color: 'good' });
          void router.navigate({ to: '/eventos/$triggerId', params: { triggerId } });
        },
      },
    );

  return (
    <Paper component="section" p="lg" aria-label={name}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={4} miw={0}>
            <Group gap="xs">
              <Title order={2}>{name}</Title>
              <State webhook={webhook} />
            </Group>
            <Group gap={2} wrap="nowrap" miw={0}>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {url}
              </Text>
              <Copy text={url} what="URL" />
            </Group>
          </Stack>
          {mayChange && (
            <Group gap={4} wrap="nowrap">
              <Button variant="default" size="xs" onClick={() => setDialog('edit')}>
                {words.edit}
              </Button>
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon variant="default" size={30} aria-label={words.more(name)}>
                    <IconDots size={16} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconSend size={16} />} onClick={sendTest}>
                    {words.test}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconPlugConnected size={16} />} onClick={() => setDialog('preflight')}>
                    {words.preflight}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconRestore size={16} />} disabled={!active} onClick={() => setDialog('recover')}>
                    {words.recover}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setDialog('secret')}>
                    {words.changeSecret}
                  </Menu.Item>
                  <Menu.Divider />
                  <Menu.Item
                    leftSection={<IconPlayerPause size={16} />}
                    onClick={() => (active ? setDialog('off') : edit.mutate({ params, body: { active: true } }))}
                  >
                    {active ? words.switchOff : words.switchOn}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </Group>
          )}
        </Group>
        <Facts webhook={webhook} />
        <HealthBars webhook={webhook} />
        <Refused error={latest === edit && dialog === 'off' ? null : latest.error} />
        <Group gap="xs">
          <LinkButton
            to="/eventos"
            search={{ webhook: configurationId }}
            variant="default"
            size="xs"
            leftSection={<IconListDetails size={15} aria-hidden />}
          >
            {words.seeEvents}
          </LinkButton>
          {webhook.secret.change && (
            <Button
              ref={passesFocusOn}
              variant="light"
              size="xs"
              color="watch"
              leftSection={<IconKey size={15} aria-hidden />}
              disabled={!mayChange}
              onClick={() => setDialog('secret')}
            >
              {words.secret.changing}
            </Button>
          )}
        </Group>
      </Stack>
      {dialog === 'edit' && <WebhookForm webhook={webhook} onClose={close} />}
      {dialog === 'preflight' && <Preflight webhook={webhook} onClose={close} />}
      {dialog === 'recover' && <Recovery webhook={webhook} onClose={close} />}
      {dialog === 'secret' && <SecretChange webhook={webhook} onClose={close} />}
      {dialog === 'off' && (
        <Confirm
          onClose={close}
          title={words.offTitle(name)}
          confirm={words.switchOff}
          isDangerous
          pending={edit.isPending}
          error={edit.error}
          onConfirm={() => edit.mutate({ params, body: { active: false } }, { onSuccess: close })}
        >
          <Text size="sm">{words.offText}</Text>
        </Confirm>
      )}
    </Paper>
  );
}

function State({ webhook: { active, health } }: { webhook: Webhook }) {
  const words = useWords({ es, en });
  if (!active) return <StatusBadge tone="quiet" icon={IconPlayerPause} children={words.inactive} />;
  if (health.warnedAt !== null) return <StatusBadge tone="bad" icon={IconAlertTriangle} children={words.failing} />;
  return <StatusBadge tone="good" icon={IconCheck} children={words.active} />;
}

function Facts({ webhook: { description, payloadVersion, standardHeaders, oauth, headerNames } }: { webhook: Webhook }) {
  const words = useWords({ es, en });
  const facts = [
    words.version(payloadVersion),
    ...(standardHeaders ? [words.standard] : []),
    ...(oauth ? [words.oauth] : []),
    ...(headerNames.length > 0 ? [words.headers(headerNames)] : []),
  ];
  return (
    <div>
      {description && <Text size="sm">{description}</Text>}
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
    </div>
  );
}
