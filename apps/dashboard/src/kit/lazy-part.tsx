import { Button, EmptyState } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Suspense, use, useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react';
import { useWords } from '#language/language.tsx';
import { Dialog, openerNow } from './dialog.tsx';
import { PageHeader } from './page-header.tsx';
import { Waiting } from './states.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/**
 * A component from a separate file that is fetched when it is first shown: a screen, a part of one, or a dialog (recognized by `onClose`).
 * If the file cannot be fetched, an error is shown in its place. It is fetched again on demand, and whenever the component is opened again.
 */
export function lazyPart<N extends string, T extends Record<N, (props: never) => ReactNode>>(
  fetchFile: () => Promise<T>,
  name: N,
  waiting: ReactNode = <Waiting lines={8} />,
) {
  let Fetched: ComponentType<object> | undefined;
  let isMissing = false;
  let isScreen = false;
  /** Draw a part again: while there is no file, those that are shown say that it is missing. */
  const saying = new Set<() => void>();
  let coming: Promise<void> | undefined;
  const forget = () => {
    isMissing = false;
  };
  const fetchIt = async () => {
    try {
      Fetched = (await fetchFile())[name] as unknown as ComponentType<object>;
    } catch {
      isMissing = true;
    }
    coming = undefined;
    if (Fetched) for (const drawAgain of saying) drawAgain();
  };
  const load = () => (coming ??= fetchIt());
  function Part(props: { onClose?: () => void }) {
    const [, drawAgain] = useReducer((count: number) => count + 1, 0);
    const retry = () => {
      forget();
      drawAgain();
    };
    useEffect(() => {
      saying.add(drawAgain);
      return () => void saying.delete(drawAgain);
    }, []);
    if (isMissing) return <Missing onRetry={retry} onGone={forget} isScreen={isScreen} onClose={props.onClose} />;
    if (!Fetched) use(load());
    return Fetched && <Fetched {...props} />;
  }
  const Shown = (props: object) => {
    const isDialog = 'onClose' in props;
    // The menu that opens a dialog is gone before the file arrives: until then its button has the focus, so that the dialog can return the
    // focus to it.
    const [opener] = useState(() => (isDialog ? openerNow() : null));
    useEffect(() => opener?.focus({ preventScroll: true }), [opener]);
    // A loading dialog counts as a dialog: no key reaches what is behind it.
    return (
      <Suspense fallback={isDialog ? <div role="dialog" hidden /> : waiting}>
        <Part {...props} />
      </Suspense>
    );
  };
  // Only the router calls it, on the way to a screen.
  const preload = () => {
    isScreen = true;
    forget();
    return load();
  };
  return Object.assign(Shown, { preload }) as unknown as T[N] & { preload: () => Promise<void> };
}

interface MissingProps {
  onRetry: () => void;
  onGone: () => void;
  isScreen: boolean;
  onClose: (() => void) | undefined;
}

/** A browser does not give the reason: there is no connection, or the gateway has only the files of a later release. */
function Missing({ onRetry, onGone, isScreen, onClose }: MissingProps) {
  const words = useWords({ es, en });
  useEffect(() => onGone, [onGone]);
  const told = (
    <EmptyState
      icon={<IconPlugConnectedX size={30} stroke={1.6} aria-hidden />}
      color="watch"
      variant="light"
      title={!isScreen && !onClose && words.failed}
      description={words.missingFile}
      role="alert"
      py="xl"
    >
      <EmptyState.Actions>
        <Button onClick={onRetry}>{words.retry}</Button>
        <Button variant="default" onClick={() => location.reload()}>
          {words.reload}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
  if (onClose) return <Dialog title={words.failed} onClose={onClose} children={told} />;
  return (
    <>
      {isScreen && <PageHeader title={words.failed} />}
      {told}
    </>
  );
}
