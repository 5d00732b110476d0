import { Alert, Button, EmptyState, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconClockExclamation, IconLock, IconPlugConnectedX, type Icon } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Asking } from '#gateway/queries.ts';
import { refusalWords } from '#gateway/refusal-words.ts';
import { mayPass, Refusal } from '#gateway/refusal.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { CountedDown, useCountdown } from './countdown.tsx';
import { passesFocusOn } from './page-header.tsx';
import { Correlation, Refused } from './refused.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Nothing is there, and what to do about it. */
export function Empty({ icon: Symbol, title, children, action }: { icon: Icon; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <EmptyState
      ref={passesFocusOn}
      icon={<Symbol size={30} stroke={1.6} aria-hidden />}
      title={title}
      description={children}
      withIndicatorBackground
      py="xl"
    >
      {action && <EmptyState.Actions>{action}</EmptyState.Actions>}
    </EmptyState>
  );
}

/** A placeholder in the shape of the content, so that nothing moves when the content arrives. */
export function Waiting({ lines = 5, height = 20 }: { lines?: number; height?: number }) {
  const words = useWords({ es, en });
  return (
    <Stack gap="sm" aria-busy="true" role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={height} width={line === lines - 1 && lines > 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}

/** The requested data is not available. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const refusal = error instanceof Refusal ? error : undefined;
  if (refusal?.status === 403) return <NoPermission>{refusalWords(error, language)}</NoPermission>;
  return (
    <EmptyState
      ref={passesFocusOn}
      icon={<IconAlertTriangle size={30} stroke={1.6} aria-hidden />}
      color="bad"
      variant="light"
      title={words.failed}
      role="alert"
      py="xl"
    >
      <EmptyState.Description>{refusalWords(error, language)}</EmptyState.Description>
      {refusal?.correlationId && <Correlation id={refusal.correlationId} />}
      <EmptyState.Actions>
        <Button variant="default" onClick={onRetry}>
          {words.retry}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

/** Shown above a disabled form, or in place of a page. */
export function NoPermission({ children }: { children: ReactNode }) {
  const words = useWords({ es, en });
  return (
    <Alert color="locked" variant="light" icon={<IconLock aria-hidden />} title={words.noPermission}>
      {children}
    </Alert>
  );
}

const isTriedAgain = ({ failureReason, failureCount, isFetching }: Asking<unknown>) =>
  isFetching && failureCount > 0 && mayPass(failureReason);

/** The service is away: the page retries on its own, and shows the reason. Otherwise nothing. */
export function TriedAgain({ query, mb }: { query: Asking<unknown>; mb?: 'md' }) {
  const { failureReason, failureCount } = query;
  return isTriedAgain(query) && failureReason && <Retrying error={failureReason} count={failureCount} mb={mb} />;
}

function Retrying({ error, count, mb }: { error: Refusal; count: number; mb: 'md' | undefined }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const left = useCountdown(error.retryAfterSeconds ?? Math.min(2 ** (count - 1), 15), count);
  return (
    <Alert role="status" color="watch" variant="light" icon={<IconPlugConnectedX aria-hidden />} {...(mb && { mb })}>
      <Text size="sm" c="inherit">
        {refusalWords(error, language)} <CountedDown>{left > 0 ? words.retryingIn(left) : words.retrying}</CountedDown>
      </Text>
    </Alert>
  );
}

/** Why a question in a form or a dialog has no answer: the page retries on its own, or the user may. Otherwise nothing. */
export function Unanswered({ query }: { query: Asking<unknown> }) {
  const words = useWords({ es, en });
  const retry = useRetry();
  if (!query.error) return <TriedAgain query={query} />;
  return (
    <Stack ref={passesFocusOn} gap="xs">
      <Refused error={query.error} />
      <Button size="xs" variant="default" onClick={retry} style={{ alignSelf: 'flex-start' }}>
        {words.retry}
      </Button>
    </Stack>
  );
}

/** A page seldom lacks only one answer, so this repeats all failed ones. */
function useRetry(): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** The shown data was read earlier, and could not be read again. */
function Outdated({ error, onRetry }: { error: Refusal; onRetry: () => void }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  return (
    <Alert
      ref={passesFocusOn}
      role="status"
      color="watch"
      variant="light"
      icon={<IconClockExclamation aria-hidden />}
      title={words.outdated}
      mb="md"
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="inherit">
          {refusalWords(error, language)}
        </Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          {words.retry}
        </Button>
      </Group>
    </Alert>
  );
}

/** Data that no longer exists, or not for this person: it does not stay on the page. */
const isTakenAway = ({ status }: Refusal) => status === 403 || status === 404;

/** What `Answered` shows, for a heading outside it. */
export function shownOf<T>({ data, error }: Pick<Asking<T>, 'data' | 'error'>): T | undefined {
  return error && isTakenAway(error) ? undefined : data;
}

interface AnsweredProps<T> {
  query: Asking<T>;
  /** Shown until the first answer. */
  waiting?: ReactNode;
  /** Shown above an error, for content with its own heading. */
  heading?: ReactNode;
  /** Errors are shown below the content, where somebody asked for more of it. */
  saysBelow?: boolean;
  children: (answer: T) => ReactNode;
}

/** An answer as soon as there is one, and a placeholder before. An answer that cannot be read again is marked. */
export function Answered<T>({ query, waiting = <Waiting />, heading, saysBelow = false, children }: AnsweredProps<T>) {
  const { error } = query;
  const shown = shownOf(query);
  const retry = useRetry();
  const isShown = shown !== undefined;
  const trouble = (
    <>
      <TriedAgain query={query} mb="md" />
      {isShown && error && !isTriedAgain(query) && <Outdated error={error} onRetry={retry} />}
    </>
  );
  return (
    <>
      {!saysBelow && trouble}
      {isShown ? (
        children(shown)
      ) : error ? (
        <>
          {heading}
          <Failed error={error} onRetry={retry} />
        </>
      ) : (
        waiting
      )}
      {saysBelow && trouble}
    </>
  );
}
