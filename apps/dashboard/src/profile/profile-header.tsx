import { Button, Group, Text } from '@mantine/core';
import { lastDayBefore, type SummaryV2 } from '@vigia/contracts';
import { IconCalendarDue, IconClock, IconEye, IconMapPinCheck, IconPlugConnectedX, IconPrinter, IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AnswerTo } from '#gateway/operations.ts';
import { Copy } from '#kit/copy.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { day } from '#language/day.ts';
import { instant } from '#language/instant.ts';
import { contentOf } from './contents.ts';
import { useProfileWords } from './use-profile-words.ts';

type Facts = AnswerTo<'GET /panel/v1/profiles/:docType/:taxId'>;

interface Props {
  facts: Facts;
  summary: SummaryV2 | undefined;
  /** An earlier day is shown: what holds today does not belong to it. */
  isPast: boolean;
  actions?: ReactNode;
}

export function ProfileHeader({ facts: { docType, taxId, entry, access }, summary, isPast, actions }: Props) {
  const words = useProfileWords();
  const found = summary && contentOf(summary, 'identificacion');
  return (
    <PageHeader
      title={found?.razon_social ?? entry?.name ?? `${docType} ${taxId}`}
      facts={
        <Group gap={8}>
          <Text ff="monospace" fw={600} size="sm">
            {docType} {taxId}
          </Text>
          <Copy text={taxId} what={docType} />
          {found && <Standing value={found.estado_contribuyente} good="ACTIVO" icon={IconUserCheck} />}
          {found && <Standing value={found.condicion_contribuyente} good="HABIDO" icon={IconMapPinCheck} />}
          {!isPast && <AccessBadge access={access} />}
          {!isPast && entry?.loadedAt && (
            <Text size="xs" c="dimmed">
              {words.loadedAt(instant(entry.loadedAt))}
            </Text>
          )}
        </Group>
      }
      actions={
        <>
          <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {words.print}
          </Button>
          {actions}
        </>
      }
    />
  );
}

function Standing({ value, good, icon }: { value: string | null; good: string; icon: typeof IconUserCheck }) {
  if (value === null) return null;
  return (
    <StatusBadge tone={value === good ? 'good' : 'watch'} icon={icon}>
      {value}
    </StatusBadge>
  );
}

/** The access by which the profile is read, and its end. */
function AccessBadge({ access: { state, mode, expiresAt, periods } }: { access: Facts['access'] }) {
  const words = useProfileWords();
  // An access that expires at midnight was valid until the end of the previous day.
  const last = expiresAt && day(lastDayBefore(expiresAt));
  if (state === 'failed') {
    return (
      <StatusBadge tone="bad" icon={IconPlugConnectedX}>
        {words.failedLoad}
      </StatusBadge>
    );
  }
  if (state === 'pending') {
    return (
      <StatusBadge tone="info" icon={IconClock}>
        {periods.length === 0 ? words.firstLoad : words.anotherLoad}
      </StatusBadge>
    );
  }
  if (state === 'expired') {
    return (
      <StatusBadge tone="watch" icon={IconCalendarDue}>
        {mode === 'query' ? words.ended : words.expiredOn(last ?? '')}
      </StatusBadge>
    );
  }
  const text =
    mode === 'query' ? words.queryUntil(expiresAt ? instant(expiresAt) : '') : last ? words.monitoringUntil(last) : words.monitoring;
  return (
    <StatusBadge tone="info" icon={IconEye}>
      {text}
    </StatusBadge>
  );
}
