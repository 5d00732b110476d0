import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '#theme/styles.ts';
import { noteInput } from '#gateway/attended.ts';
import { newQueryClient } from '#gateway/client.ts';
import { fetchNotifications } from '#kit/notify.ts';
import { Failed, Waiting } from '#kit/states.tsx';
import { readSearch, writeSearch } from '#kit/search-params.ts';
import { ownSession } from '#session/session.ts';
import { LanguageProvider } from '#language/language.tsx';
import { styleNonce } from '#theme/nonce.ts';
import { cssVariables, theme } from '#theme/theme.ts';
import { routeTree } from './routes.tsx';

noteInput(window);

const client = newQueryClient(() => {
  const { pathname, href } = router.state.location;
  if (pathname === '/ingresar') return;
  // If nobody has signed in on this page, no session could have ended, and a person who signs out knows of it.
  const isSigningOut = client.isMutating({ mutationKey: ['DELETE /panel/v1/session'] }) > 0;
  const ended = client.getQueryData(ownSession().queryKey) && !isSigningOut ? '1' : undefined;
  client.clear();
  void router.navigate({ to: '/ingresar', search: { to: href, ended }, ignoreBlocker: true });
});

const Notifications = lazy(() => fetchNotifications().then((one) => ({ default: one.Notifications })));

/** Inside the router, because a notification may have a link to another screen. */
function WithNotifications({ children }: { children: ReactNode }) {
  return (
    <>
      <Suspense>
        <Notifications position="bottom-right" />
      </Suspense>
      {children}
    </>
  );
}

const router = createRouter({
  routeTree,
  context: { client },
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Waiting />,
  defaultErrorComponent: ({ error, reset }) => <Failed error={error} onRetry={() => tryAgain(reset)} />,
  scrollRestoration: true,
  InnerWrap: WithNotifications,
});

/** The router remembers that the session could not be read: drawing the page again would only show the same error. */
function tryAgain(drawAgain: () => void): void {
  void router.invalidate();
  drawAgain();
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={localStorageColorSchemeManager({ key: 'vigia-colours' })}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <LanguageProvider>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
);
