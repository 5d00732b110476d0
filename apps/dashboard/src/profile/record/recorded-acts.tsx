import { Paper, Text, Title } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { lastDayBefore } from '@vigia/contracts';
import { DataList, type Column } from '#kit/data-list.tsx';
import { Link } from '#kit/link.tsx';
import { Empty } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { dayOf, instant } from '#language/instant.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { useLedgerWords } from '#language/ledger.ts';
import { sourceName } from '#language/sources.ts';
import { actsOf, type ProfileRecord, type RecordedAct } from './acts.ts';
import { isOfPastDay } from './is-of-past-day.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function RecordedActs({ record }: { record: ProfileRecord }) {
  const words = useWords({ es, en });
  const rows = actsOf(record);
  const { requests, accesses, events, requestsWholeAfter: after, isWhole } = record;
  const isCut =
    !isWhole &&
    (!after || [requests, accesses, events].some(({ length }) => length >= 100) || events.some(({ deliveriesKept }) => !deliveriesKept));
  const columns: [Column<RecordedAct>, ...Column<RecordedAct>[]] = [
    { key: 'when', label: words.when, width: 172, render: ({ at }) => instant(at) },
    { key: 'what', label: words.what, width: '26%', render: (act) => <What act={act} /> },
    { key: 'who', label: words.who, width: '26%', render: (act) => <Who act={act} /> },
    { key: 'outcome', label: words.outcome, render: (act) => <Outcome act={act} isPast={isOfPastDay(record.at)} /> },
  ];
  return (
    <Paper component="section" p="lg" aria-label={words.acts}>
      <Title order={2}>{words.acts}</Title>
      <Text size="xs" c="dimmed" mb="sm">
        {words.actsMore} {isCut && words.cut} {after && words.deleted(day(dayOf(Date.parse(after))))}
      </Text>
      {rows.length === 0 ? (
        <Empty icon={IconClipboardList} title={words.none}>
          {words.noneMore}
        </Empty>
      ) : (
        <DataList label={words.acts} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
    </Paper>
  );
}

function What({ act }: { act: RecordedAct }) {
  const words = useWords({ es, en });
  switch (act.kind) {
    case 'request': {
      const { kind, mode, months, requestId } = act.request;
      return (
        <Link to="/cargas/$requests" params={{ requests: requestId }}>
          {kind === 'load' ? words.load(mode, months) : words.update(months)}
        </Link>
      );
    }
    case 'access': {
      const { activatedBy, requestId } = act.access;
      return activatedBy ? words.activation : requestId ? words.opened : words.openedOnly;
    }
    case 'event':
      return (
        <Link to="/eventos/$triggerId" params={{ triggerId: act.event.triggerId }}>
          {words.event}
        </Link>
      );
  }
}

function Who({ act }: { act: RecordedAct }) {
  const ledger = useLedgerWords();
  const actor = actorOf(act);
  return (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {ledger.author(act.kind === 'access' ? (actor ?? 'system') : actor)}
    </Text>
  );
}

function actorOf(act: RecordedAct): string | null {
  switch (act.kind) {
    case 'request':
      return act.request.actor;
    case 'access':
      return act.access.activatedBy;
    case 'event':
      return act.event.actor;
  }
}

function Outcome({ act, isPast }: { act: RecordedAct; isPast: boolean }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  switch (act.kind) {
    case 'request': {
      const { state, reason, failedSources } = act.request;
      if (state === 'skipped') return words.skipped[reason === 'not_active' ? reason : 'already_in_portfolio'];
      const failed = failedSources.map((name) => sourceName(name, language)).join(', ');
      return `${words.states[state]}${failed ? `, ${words.withoutSources(failed)}` : ''}`;
    }
    case 'access': {
      const { endsAt } = act.access;
      if (endsAt === null) return isPast ? words.lasted : words.withoutEnd;
      return words.until(day(lastDayBefore(endsAt)));
    }
    case 'event': {
      const { deliveries, deliveriesKept, bodies } = act.event;
      const done = deliveries.filter(({ health }) => health === 'SUCCEEDED').length;
      const none = deliveriesKept ? words.noReceiver : words.deliveriesGone;
      return (
        <>
          {deliveries.length === 0 ? none : words.delivered(done, deliveries.length)}
          {bodies.map(({ version, sha256 }) => (
            <Text key={version} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              SHA-256 {version}: {sha256}
            </Text>
          ))}
        </>
      );
    }
  }
}
