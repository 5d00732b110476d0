import { Divider, Group, Stack, Text } from '@mantine/core';
import { Fragment, useRef } from 'react';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAct, useAnswer } from '#gateway/queries.ts';
import { ActButton } from '#kit/act-button.tsx';
import { When } from '#kit/when.tsx';
import { Refused } from '#kit/refused.tsx';
import { Answered, Waiting } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './account.en.ts';
import { es } from './account.es.ts';

type OwnSession = AnswerTo<'GET /panel/v1/sessions'>['sessions'][number];

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const nameIn = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

export function OwnSessions() {
  const words = useWords({ es, en });
  const query = useAnswer('GET /panel/v1/sessions', {});
  const end = useAct('DELETE /panel/v1/sessions/:sessionId', { changes: ['GET /panel/v1/sessions'] });
  const all = useRef<HTMLDivElement>(null);
  const endIt = (sessionId: string) => end.mutate({ params: { sessionId } }, { onSuccess: () => all.current?.focus() });
  return (
    <Stack gap="sm" ref={all} tabIndex={-1}>
      <Text size="sm" c="dimmed">
        {words.sessionsMore}
      </Text>
      <Refused error={end.error} />
      <Answered query={query} waiting={<Waiting lines={4} />}>
        {({ sessions }) =>
          sessions.map((one, place) => (
            <Fragment key={one.sessionId}>
              {place > 0 && <Divider />}
              <Line
                session={one}
                onEnd={() => endIt(one.sessionId)}
                isEnding={end.isPending && end.variables.params.sessionId === one.sessionId}
              />
            </Fragment>
          ))
        }
      </Answered>
    </Stack>
  );
}

function Line({ session, onEnd, isEnding }: { session: OwnSession; onEnd: () => void; isEnding: boolean }) {
  const words = useWords({ es, en });
  const { userAgent, address, isThisOne, lastSeenAt } = session;
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  const what = browser && system ? words.on(browser, system) : (browser ?? words.unknownBrowser);
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={600}>
          {what}
        </Text>
        <Text size="xs" c="dimmed">
          <When at={lastSeenAt} /> {words.from(address)}
        </Text>
      </div>
      {isThisOne ? (
        <StatusBadge tone="good">{words.thisOne}</StatusBadge>
      ) : (
        <ActButton variant="default" size="xs" flex="none" onClick={onEnd} loading={isEnding} aria-label={words.endOf(what)}>
          {words.end}
        </ActButton>
      )}
    </Group>
  );
}
