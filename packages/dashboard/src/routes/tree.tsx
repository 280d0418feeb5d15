import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Fault } from '../components/Fault.tsx';
import { NotFound } from '../components/NotFound.tsx';
import { loadEarly } from '../queries/event.ts';
import { sessionQuery } from '../queries/session.ts';
import { readSessionsSearch } from './sessions-search.ts';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  notFoundComponent: NotFound,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/sessions', replace: true });
  },
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('../pages/Welcome.tsx'), 'Welcome'),
});

/** Everything that needs an organization. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('../components/Shell.tsx'), 'Shell'),
});

const sessions = createRoute({
  getParentRoute: () => shell,
  path: '/sessions',
  validateSearch: readSessionsSearch,
  component: lazyRouteComponent(() => import('../pages/Sessions.tsx'), 'Sessions'),
});

const session = createRoute({
  getParentRoute: () => shell,
  path: '/sessions/$sessionId',
  // Not awaited: the answers travel while the code of the page does.
  loader: ({ params, context }) => {
    void context.queries.prefetchQuery(sessionQuery(params.sessionId));
    loadEarly(params.sessionId);
  },
  component: lazyRouteComponent(() => import('../pages/SessionReview.tsx'), 'SessionReviewPage'),
});

const connect = createRoute({
  getParentRoute: () => shell,
  path: '/connect',
  component: lazyRouteComponent(() => import('../pages/Connect.tsx'), 'Connect'),
});

const environments = createRoute({
  getParentRoute: () => shell,
  path: '/environments',
  component: lazyRouteComponent(() => import('../pages/Environments.tsx'), 'Environments'),
});

const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  component: lazyRouteComponent(() => import('../pages/Agents.tsx'), 'Agents'),
});

const members = createRoute({
  getParentRoute: () => shell,
  path: '/members',
  component: lazyRouteComponent(() => import('../pages/Members.tsx'), 'Members'),
});

const secrets = createRoute({
  getParentRoute: () => shell,
  path: '/secrets',
  component: lazyRouteComponent(() => import('../pages/Secrets.tsx'), 'Secrets'),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit',
  component: lazyRouteComponent(() => import('../pages/Audit.tsx'), 'Audit'),
});

const organization = createRoute({
  getParentRoute: () => shell,
  path: '/organization',
  component: lazyRouteComponent(() => import('../pages/Organization.tsx'), 'Organization'),
});

const tree = root.addChildren([
  home,
  welcome,
  shell.addChildren([
    sessions,
    session,
    connect,
    environments,
    agents,
    members,
    secrets,
    audit,
    organization,
  ]),
]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultErrorComponent: ({ error, reset }) => <Fault error={error} retry={reset} />,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
