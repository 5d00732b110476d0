import { Code, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconPlugConnectedX, IconTerminal2, type Icon } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { CopyButton } from '#kit/copy.tsx';
import { Answered } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { TechnicalDetail } from '#kit/technical-detail.tsx';
import { exactInstant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import type { Tone } from '#theme/colours.ts';
import { asCurl, lookAgainFor, lookAgainMs, type Attempt, type Delivery } from './delivery.ts';
import styles from './event.module.css';
import { failureText } from './failure-text.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const looksOf: Record<Attempt['state'], { tone: Tone; icon: Icon }> = {
  SUCCEEDED: { tone: 'good', icon: IconCheck },
  FAILED: { tone: 'bad', icon: IconAlertTriangle },
  IN_FLIGHT: { tone: 'watch', icon: IconClock },
  INTERRUPTED: { tone: 'quiet', icon: IconPlugConnectedX },
};

/** Latest first. */
export function Attempts({ delivery }: { delivery: Delivery }) {
  const words = useWords({ es, en }).detail;
  const { deliveryId, health } = delivery;
  const query = useAnswer(
    'GET /panel/v1/deliveries/:deliveryId/attempts',
    { params: { deliveryId } },
    {
      refetchInterval: ({ state: { data } }) =>
        lookAgainFor([delivery]) || (data !== undefined && isBehind(data.attempts, delivery) && lookAgainMs),
    },
  );
  return (
    <Answered query={query}>
      {({ attempts }) =>
        attempts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {health === 'SKIPPED_INACTIVE' ? words.noAttempts : words.noAttemptsYet}
          </Text>
        ) : (
          <>
            <ol className={styles.timeline}>
              {attempts.toReversed().map((attempt) => (
                <OneAttempt key={attempt.number} attempt={attempt} file={`${deliveryId}.json`} />
              ))}
            </ol>
            {attempts[0]!.number > 1 && (
              <Text size="sm" c="dimmed">
                {words.earlierAttempts}
              </Text>
            )}
          </>
        )
      }
    </Answered>
  );
}

/** The page may learn that a delivery has ended before it reads how its last attempt ended. */
function isBehind(read: Attempt[], { attempts }: Delivery): boolean {
  return (read.at(-1)?.number ?? 0) < attempts || read.some(({ state }) => state === 'IN_FLIGHT');
}

function OneAttempt({ attempt, file }: { attempt: Attempt; file: string }) {
  const all = useWords({ es, en });
  const words = all.detail;
  const { number, state, status, failure, detail, isManual, possibleDuplicateOf, startedAt, url, signedBy, requestHeaders } = attempt;
  const { tone, icon: Symbol } = looksOf[state];
  return (
    <li>
      <ThemeIcon className={styles.dot!} size={20} radius="xl" variant="light" color={tone}>
        <Symbol size={12} aria-hidden />
      </ThemeIcon>
      <Stack gap={6}>
        <Group gap="xs">
          <Text size="sm" fw={650}>
            {words.attempt(number)}
          </Text>
          <StatusBadge tone={tone}>
            {words.attemptStates[state]}
            {status !== null && ` · HTTP ${status}`}
          </StatusBadge>
          {isManual && <StatusBadge tone="info">{words.manual}</StatusBadge>}
          <Text size="sm" c="dimmed">
            {exactInstant(startedAt)}
          </Text>
        </Group>
        {failure !== null && (
          <Text size="sm" c="var(--bad-ink)">
            {failureText({ failure, status }, all)}
          </Text>
        )}
        {status === null && detail !== null && <TechnicalDetail text={detail} />}
        {possibleDuplicateOf !== null && <Text size="sm">{words.duplicate(possibleDuplicateOf)}</Text>}
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {url ?? words.addressNotKept}
        </Text>
        <Text size="xs" c="dimmed">
          <Times attempt={attempt} />
          {signedBy !== null && signedBy.length > 0 && ` · ${words.signedBy(signedBy)}`}
        </Text>
        {state !== 'IN_FLIGHT' && <Received attempt={attempt} />}
        {requestHeaders.length > 0 && (
          <details>
            <summary>
              <Text span size="sm" fw={600}>
                {words.sent}
              </Text>
            </summary>
            <Stack gap="xs" mt="xs">
              <dl className={styles.headers}>
                {requestHeaders.map(({ name, value }) => (
                  <div key={name} style={{ display: 'contents' }}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              {url && (
                <CopyButton
                  size="xs"
                  icon={IconTerminal2}
                  text={asCurl(url, requestHeaders, file)}
                  label={words.curl}
                  done={words.curlCopied}
                />
              )}
            </Stack>
          </details>
        )}
      </Stack>
    </li>
  );
}

function Times({ attempt: { tokenMs, connectMs, firstByteMs, totalMs, remoteAddress } }: { attempt: Attempt }) {
  const words = useWords({ es, en }).detail;
  const told = [
    ...(remoteAddress === null ? [] : [words.address(remoteAddress)]),
    ...Object.entries({ token: tokenMs, connect: connectMs, firstByte: firstByteMs, total: totalMs })
      .filter((entry): entry is [keyof typeof words.times, number] => entry[1] !== null)
      .map(([name, ms]) => `${words.times[name]} ${words.ms(ms)}`),
  ];
  return told.join(' · ');
}

function Received({ attempt: { status, responseBody, responseTruncated } }: { attempt: Attempt }) {
  const words = useWords({ es, en }).detail;
  if (status === null) return null;
  return (
    <details>
      <summary>
        <Text span size="sm" fw={600}>
          {words.received}
        </Text>
      </summary>
      {responseBody ? (
        <Code block mt="xs" tabIndex={0} style={{ maxHeight: 240, overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {responseBody}
        </Code>
      ) : (
        <Text size="sm" c="dimmed" mt={4}>
          {responseBody === null ? words.notKept : words.empty}
        </Text>
      )}
      {responseTruncated && (
        <Text size="xs" c="dimmed">
          {words.truncated}
        </Text>
      )}
    </details>
  );
}
