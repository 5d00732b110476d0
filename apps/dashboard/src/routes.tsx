import { Box } from '@mantine/core';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect, type RouteComponent } from '@tanstack/react-router';
import { Refusal } from '#gateway/refusal.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { search } from '#kit/search-params.ts';
import { TriedAgain, Waiting } from '#kit/states.tsx';
import { KeepsSending } from '#loading/sending.tsx';
import { filterNames } from '#portfolio/filter-names.ts';
import { ownSession } from '#session/session.ts';
import { Lost } from '#shell/lost.tsx';
import { Shell } from '#shell/shell.tsx';

const root = createRootRouteWithContext<{ client: QueryClient }>()({});

/** Before the first view, while nobody knows yet who is signed in. */
function AsksForSession() {
  const session = useQuery({ ...ownSession(), enabled: false });
  return (
    <Box component="main" p="md">
      <TriedAgain query={session} mb="md" />
      <Waiting />
    </Box>
  );
}

/** Everything except the sign-in: a user without a session goes there and returns to the same address. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: () => (
    <KeepsSending>
      <Shell />
    </KeepsSending>
  ),
  pendingComponent: AsksForSession,
  async beforeLoad({ context: { client }, location }) {
    await client.ensureQueryData(ownSession()).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 401) throw redirect({ to: '/ingresar', search: { to: location.href } });
      throw error;
    });
  },
});

const none = search();

type Path = `/${string}`;
type Reading<S> = (given: Record<string, unknown>) => S;

/**
 * A screen in the shell: its path, its page, and its search parameters in the URL. With another object in the path it begins anew: a dialog
 * about one profile must not go on with another.
 */
function screen<const P extends Path, S = ReturnType<typeof none>>(
  path: P,
  component: RouteComponent,
  validateSearch = none as Reading<S>,
) {
  return createRoute({ getParentRoute: () => shell, path, component, validateSearch, remountDeps: ({ params }) => params });
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/ingresar',
  component: lazyPart(() => import('#session/sign-in.tsx'), 'SignIn'),
  validateSearch: search('to', 'ended'),
});

/** The target of an invitation: it needs no session. */
const passwordByLink = createRoute({
  getParentRoute: () => root,
  path: '/contrasena',
  component: lazyPart(() => import('#session/password-by-link.tsx'), 'PasswordByLink'),
});

// Inside the tree its type would be `any`, and every link could have any path.
const lost = createRoute({ getParentRoute: () => shell, path: '$', component: Lost });

export const routeTree = root.addChildren([
  signIn,
  passwordByLink,
  shell.addChildren([
    screen(
      '/credenciales',
      lazyPart(() => import('#credentials/credentials.tsx'), 'Credentials'),
    ),
    screen(
      '/usuarios',
      lazyPart(() => import('#users/users.tsx'), 'Users'),
    ),
    screen(
      '/actividad',
      lazyPart(() => import('#activity/activity.tsx'), 'Activity'),
      search('who', 'action', 'subject', 'from', 'to', 'before', 'after'),
    ),
    screen(
      '/cuenta',
      lazyPart(() => import('#session/account.tsx'), 'Account'),
    ),
    screen(
      '/operador/corporaciones',
      lazyPart(() => import('#operations/corporations/corporations.tsx'), 'Corporations'),
      search('q', 'estado', 'before', 'after'),
    ),
    screen(
      '/operador/corporaciones/$corporationId',
      lazyPart(() => import('#operations/corporations/corporation.tsx'), 'Corporation'),
    ),
    screen(
      '/operador/corporaciones/$corporationId/contratos/$contractId',
      lazyPart(() => import('#operations/contracts/statement.tsx'), 'Statement'),
    ),
    screen(
      '/operador/usuarios',
      lazyPart(() => import('#operations/users/users.tsx'), 'OperatedUsers'),
      search('q', 'rol', 'activo', 'before', 'after'),
    ),
    screen(
      '/operador/actividad',
      lazyPart(() => import('#operations/activity/activity.tsx'), 'PlatformActivity'),
      search('who', 'action', 'subject', 'from', 'to', 'corporacion', 'before', 'after'),
    ),
    screen(
      '/operador/fuentes',
      lazyPart(() => import('#operations/sources/sources.tsx'), 'Sources'),
    ),
    screen(
      '/operador/datos',
      lazyPart(() => import('#operations/datasets/datasets.tsx'), 'Datasets'),
    ),
    screen(
      '/operador/datos/$dataset',
      lazyPart(() => import('#operations/datasets/dataset.tsx'), 'OneDataset'),
      search('version', 'ver', 'desde', 'motivo'),
    ),
    screen(
      '/operador/colas',
      lazyPart(() => import('#operations/queues/queues.tsx'), 'Queues'),
    ),
    screen(
      '/operador/verificacion',
      lazyPart(() => import('#operations/checks/checks.tsx'), 'Checks'),
    ),
    screen(
      '/cargas',
      lazyPart(() => import('#loading/loading.tsx'), 'Loading'),
      search('documento', 'before', 'after'),
    ),
    screen(
      '/cargas/$requests',
      lazyPart(() => import('#loading/load-detail.tsx'), 'LoadDetail'),
    ),
    screen(
      '/consumo',
      lazyPart(() => import('#quota/quota.tsx'), 'Quota'),
      search('contrato', 'ver', 'desde', 'hasta', 'linea', 'cargo'),
    ),
    screen(
      '/',
      lazyPart(() => import('#home/home.tsx'), 'Home'),
    ),
    screen(
      '/portafolio',
      lazyPart(() => import('#portfolio/portfolio.tsx'), 'Portfolio'),
      search(...filterNames, 'sort', 'before', 'after'),
    ),
    screen(
      '/perfiles/$docType/$taxId',
      lazyPart(() => import('#profile/profile.tsx'), 'Profile'),
      search('vista', 'fecha', 'seccion', 'a', 'b'),
    ),
    screen(
      '/webhooks',
      lazyPart(() => import('#webhooks/webhooks.tsx'), 'Webhooks'),
    ),
    screen(
      '/eventos',
      lazyPart(() => import('#webhooks/events/events.tsx'), 'Events'),
      search('view', 'document', 'state', 'health', 'webhook', 'from', 'to', 'http', 'failure', 'tests', 'before', 'after'),
    ),
    screen(
      '/eventos/$triggerId',
      lazyPart(() => import('#webhooks/events/event.tsx'), 'EventPage'),
      search('delivery'),
    ),
    lost,
  ]),
]);
