import { Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useAct } from '#gateway/queries.ts';
import { ActButton } from '#kit/act-button.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { Refused } from '#kit/refused.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { TechnicalDetail } from '#kit/technical-detail.tsx';
import { useWords } from '#language/language.tsx';
import { failureText } from './events/failure-text.ts';
import { en as enOfEvents } from './events/words.en.ts';
import { es as esOfEvents } from './events/words.es.ts';
import type { Webhook } from './webhook.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Has a sample sent the way a delivery is, and shows each step and where it fails. */
export function Preflight({ webhook: { configurationId }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const words = useWords({ es, en });
  const ofEvents = useWords({ es: esOfEvents, en: enOfEvents });
  const check = useAct('POST /panel/v1/webhooks/:configurationId/preflight');
  const { mutate } = check;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate({ params: { configurationId } });
  }, [mutate, configurationId]);
  return (
    <Dialog onClose={onClose} title={words.checks.title}>
      <Stack>
        <Text size="sm">{words.checks.hint}</Text>
        <div role="status">
          {check.isPending && (
            <Group gap="sm">
              <Loader size="sm" aria-hidden />
              <Text size="sm">{words.checks.running}</Text>
            </Group>
          )}
          <Stack gap="xs">
            {check.data?.steps.map(({ step, ok, detail, failure, status = null }) => (
              <Group key={step} justify="space-between" wrap="nowrap" align="flex-start">
                <div>
                  <Text size="sm" fw={600}>
                    {words.checks.steps[step]}
                  </Text>
                  {failure && (
                    <Text size="sm" c="var(--bad-ink)">
                      {status === null ? failureText({ failure, status }, ofEvents) : words.checks.answered(status)}
                    </Text>
                  )}
                  {status === null && <TechnicalDetail text={detail} />}
                </div>
                <StatusBadge tone={ok ? 'good' : 'bad'} icon={ok ? IconCheck : IconAlertTriangle} miw="fit-content">
                  {ok ? words.checks.ok : words.checks.wrong}
                </StatusBadge>
              </Group>
            ))}
          </Stack>
        </div>
        <Refused error={check.error} />
        <Group justify="flex-end">
          <ActButton variant="default" loading={check.isPending} onClick={() => mutate({ params: { configurationId } })}>
            {words.checks.again}
          </ActButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
