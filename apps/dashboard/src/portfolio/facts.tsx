import { Group, Stack, Text, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconInfoCircle,
  IconLoader2,
  IconLock,
  IconPlugConnectedX,
  IconUrgent,
  type Icon,
} from '@tabler/icons-react';
import { coloursOf, hasContent, lastDayBefore, type PortfolioEntry } from '@vigia/contracts';
import type { ReactNode } from 'react';
import { StatusBadge } from '#kit/status-badge.tsx';
import { When } from '#kit/when.tsx';
import { day } from '#language/day.ts';
import { dayOf, instant } from '#language/instant.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { shortSoles, solesOfCents } from '#language/money.ts';
import { nullWords } from '#language/null-words.ts';
import type { Tone } from '#theme/colours.ts';
import { TrafficLight } from '#traffic-light/traffic-light.tsx';
import { hitWords } from './hit-words.ts';
import styles from './portfolio.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Code = PortfolioEntry['alert']['code'];

const alertTones: [Tone, Icon][] = [
  ['quiet', IconCircleDashed],
  ['good', IconCircleCheck],
  ['info', IconInfoCircle],
  ['watch', IconAlertTriangle],
  ['bad', IconAlertTriangle],
  ['bad', IconUrgent],
];
const complianceTones: [Tone, Icon][] = [
  ['quiet', IconCircleDashed],
  ['good', IconCircleCheck],
  ['watch', IconAlertTriangle],
  ['bad', IconUrgent],
];

/** Neither a failure nor a section that the plan leaves out may look like a clean record. */
function NoContent({ code, meaning }: { code: Code; meaning?: string }) {
  const words = useWords({ es, en });
  if (code === null) return <Quiet>{words.nothingShown}</Quiet>;
  const Symbol = code === 'SH30' ? IconLock : code === 'SH20' ? IconLoader2 : code === 'SH40' ? IconCircleDashed : IconPlugConnectedX;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Symbol size={15} aria-hidden className={styles.symbol!} />
      <Quiet>
        {meaning ?? words.codes[code]} <span className={styles.code}>{code}</span>
      </Quiet>
    </Group>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
);

/** A document that the register does not know has no facts: what sources lack about it is no clean record. */
const codeOf = (entry: PortfolioEntry, fact: 'alert' | 'compliance' | 'light' | 'debt'): Code =>
  entry.unregistered ? null : entry[fact].code;

export function AlertFact(entry: PortfolioEntry) {
  const words = useWords({ es, en });
  const { level, points, max, modules } = entry.alert;
  const code = codeOf(entry, 'alert');
  if (!hasContent(code)) return <NoContent code={code} />;
  const [tone, symbol] = alertTones[level]!;
  const isWhole = modules === null || modules >= 4;
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={tone} icon={symbol} variant={level === 5 ? 'filled' : isWhole ? 'light' : 'outline'}>
        {words.alerts[level]}
      </StatusBadge>
      {!isWhole ? <Quiet>{words.modules(modules)}</Quiet> : points !== null && max !== null && <Quiet>{words.points(points, max)}</Quiet>}
    </Stack>
  );
}

export function ComplianceFact(entry: PortfolioEntry) {
  const words = useWords({ es, en });
  const { level, hits, nameless } = entry.compliance;
  const code = codeOf(entry, 'compliance');
  if (!hasContent(code)) return <NoContent code={code} {...(nameless && { meaning: words.namelessScreening })} />;
  const [tone, symbol] = complianceTones[level]!;
  const found = hitWords(level, hits, words);
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={tone} icon={symbol}>
        {words.compliances[level]}
      </StatusBadge>
      {found && <Quiet>{found}</Quiet>}
    </Stack>
  );
}

export function LightFact(entry: PortfolioEntry) {
  const { value } = entry.light;
  const code = codeOf(entry, 'light');
  if (!hasContent(code)) return <NoContent code={code} />;
  const isKnown = Boolean(coloursOf(value)?.length);
  return (
    <Text size="sm" {...(!isKnown && { c: 'dimmed' })}>
      <TrafficLight code={value} />
    </Text>
  );
}

export function DebtFact(entry: PortfolioEntry) {
  const words = useWords({ es, en });
  const { exposureCents, rating } = entry.debt;
  const code = codeOf(entry, 'debt');
  const { language } = useLanguage();
  if (!hasContent(code)) return <NoContent code={code} />;
  return (
    <Stack gap={2} align="flex-end" className={styles.debt!}>
      {exposureCents === null ? (
        <Quiet>{nullWords[language].noInformation}</Quiet>
      ) : (
        <Tooltip label={solesOfCents(exposureCents)}>
          <Text size="sm" className="figures">
            {shortSoles(exposureCents / 100)}
          </Text>
        </Tooltip>
      )}
      {/* Rank 0 also means that nobody knows the rating, and "Sin calificación" is a statement about the debtor. */}
      {rating > 0 && <Quiet>{words.ratings[rating]}</Quiet>}
    </Stack>
  );
}

export function AccessFact(entry: PortfolioEntry) {
  const words = useWords({ es, en });
  const { standing, mode, expiresAt, estado, failedSources, partialSince, unregistered } = entry;
  const lastDay = expiresAt && day(lastDayBefore(expiresAt));
  const isActive = standing === 'active';
  const tone: Tone =
    standing === 'failed' ? 'bad' : standing === 'expired' ? 'watch' : isActive && mode === 'monitoring' ? 'info' : 'quiet';
  const end = !isActive
    ? standing === 'expired' && lastDay
      ? words.endedOn(lastDay)
      : null
    : mode === 'query' && expiresAt
      ? words.untilInstant(instant(expiresAt))
      : lastDay
        ? words.until(lastDay)
        : words.withoutEnd;
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={tone}>{isActive ? words.modes[mode] : words.standings[standing]}</StatusBadge>
      {end && <Quiet>{end}</Quiet>}
      {unregistered && <Quiet>{words.unregistered}</Quiet>}
      {isActive && estado === 'loading' && <Quiet>{words.standings.loading}…</Quiet>}
      {estado === 'partial' && failedSources > 0 && (
        <Text size="xs" className={styles.warning!}>
          {words.failedSources(failedSources)}
          {partialSince && ` · ${words.partialSince(day(dayOf(partialSince)))}`}
        </Text>
      )}
    </Stack>
  );
}

export function ChangedFact({ changedAt }: PortfolioEntry) {
  return (
    <Text size="sm" c="dimmed">
      <When at={changedAt} />
    </Text>
  );
}
