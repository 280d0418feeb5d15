import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { askFirstScreen } from '../api/reading/first-screen.ts';
import { sessionAheadQuery, sessionQuery } from '../api/session.ts';
import { readAuditSearch } from '../features/audit/audit-search.ts';
import { readInboxSearch } from '../features/inbox/inbox-search.ts';
import { readInsightsSearch } from '../features/insights/insights-search.ts';
import { readLessonsSearch } from '../features/lessons/lessons-search.ts';
import { readSessionSearch } from '../features/session/session-search.ts';
import { targetInAddress } from '../features/session/transcript/address.ts';
import { readSessionsSearch } from '../features/sessions/sessions-search.ts';
import { readTodaySearch } from '../features/sessions/today/today-search.ts';
import { Fault } from '../ui/Fault.tsx';
import { NotFound } from './NotFound.tsx';
import { Shell } from './Shell.tsx';

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
  component: lazyRouteComponent(() => import('../features/organization/Welcome.tsx'), 'Welcome'),
});

/** Everything that needs an organization. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
});

const sessions = createRoute({
  getParentRoute: () => shell,
  path: '/sessions',
  validateSearch: readSessionsSearch,
  component: lazyRouteComponent(() => import('../features/sessions/Sessions.tsx'), 'Sessions'),
});

const session = createRoute({
  getParentRoute: () => shell,
  path: '/sessions/$sessionId',
  validateSearch: readSessionSearch,
  // What was fetched ahead is kept for ten seconds (first-screen.ts); after that it is asked for again.
  preloadStaleTime: 9_000,
  // Not awaited: the answers travel while the code of the page does.
  loader: ({ params, context, preload }) => {
    const { sessionId } = params;
    askFirstScreen(sessionId, preload ? undefined : targetInAddress().sequence, preload);
    void context.queries.prefetchQuery(preload ? sessionAheadQuery(sessionId) : sessionQuery(sessionId));
  },
  component: lazyRouteComponent(() => import('../features/session/SessionPage.tsx'), 'SessionPage'),
});

const erasure = createRoute({
  getParentRoute: () => shell,
  path: '/erasures/$sessionId',
  component: lazyRouteComponent(() => import('../features/erasure/Erasure.tsx'), 'Erasure'),
});

const held = createRoute({
  getParentRoute: () => shell,
  path: '/held',
  component: lazyRouteComponent(() => import('../features/held/Held.tsx'), 'Held'),
});

const privacy = createRoute({
  getParentRoute: () => shell,
  path: '/privacy',
  component: lazyRouteComponent(() => import('../features/privacy/PrivacyPage.tsx'), 'PrivacyPage'),
});

const ownData = createRoute({
  getParentRoute: () => shell,
  path: '/my-data',
  component: lazyRouteComponent(() => import('../features/own-data/OwnDataPage.tsx'), 'OwnDataPage'),
});

const reviews = createRoute({
  getParentRoute: () => shell,
  path: '/reviews',
  validateSearch: readTodaySearch,
  component: lazyRouteComponent(() => import('../features/sessions/today/Today.tsx'), 'Today'),
});

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import('../features/inbox/Inbox.tsx'), 'Inbox'),
});

/** One text of the address; whatever else stands there is not asked for. */
const oneText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 6000) : '');

const commit = createRoute({
  getParentRoute: () => shell,
  path: '/commit/$sha',
  component: lazyRouteComponent(() => import('../features/commit/Commit.tsx'), 'Commit'),
});

const pull = createRoute({
  getParentRoute: () => shell,
  path: '/pull',
  validateSearch: (raw: Record<string, unknown>) => ({ url: oneText(raw.url) }),
  component: lazyRouteComponent(() => import('../features/commit/Pull.tsx'), 'Pull'),
});

const rules = createRoute({
  getParentRoute: () => shell,
  path: '/rules',
  component: lazyRouteComponent(() => import('../features/rules/Rules.tsx'), 'Rules'),
});

const lessons = createRoute({
  getParentRoute: () => shell,
  path: '/lessons',
  validateSearch: readLessonsSearch,
  component: lazyRouteComponent(() => import('../features/lessons/Lessons.tsx'), 'Lessons'),
});

const repositories = createRoute({
  getParentRoute: () => shell,
  path: '/repositories',
  component: lazyRouteComponent(() => import('../features/repository/Repositories.tsx'), 'Repositories'),
});

const repository = createRoute({
  getParentRoute: () => shell,
  path: '/repository',
  validateSearch: (raw: Record<string, unknown>) => ({ repository: oneText(raw.repository) }),
  component: lazyRouteComponent(() => import('../features/repository/Repository.tsx'), 'Repository'),
});

const insights = createRoute({
  getParentRoute: () => shell,
  path: '/insights',
  validateSearch: readInsightsSearch,
  component: lazyRouteComponent(() => import('../features/insights/Insights.tsx'), 'Insights'),
});

const file = createRoute({
  getParentRoute: () => shell,
  path: '/file',
  validateSearch: (raw: Record<string, unknown>) => ({
    repository: oneText(raw.repository),
    path: oneText(raw.path),
  }),
  component: lazyRouteComponent(() => import('../features/repository/FileHistory.tsx'), 'FileHistory'),
});

const connect = createRoute({
  getParentRoute: () => shell,
  path: '/connect',
  component: lazyRouteComponent(() => import('../features/connect/Connect.tsx'), 'Connect'),
});

const claim = createRoute({
  getParentRoute: () => shell,
  path: '/claim/$code',
  component: lazyRouteComponent(() => import('../features/claim/Claim.tsx'), 'Claim'),
});

const environments = createRoute({
  getParentRoute: () => shell,
  path: '/environments',
  component: lazyRouteComponent(() => import('../features/environments/Environments.tsx'), 'Environments'),
});

const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  component: lazyRouteComponent(() => import('../features/agents/Agents.tsx'), 'Agents'),
});

const members = createRoute({
  getParentRoute: () => shell,
  path: '/members',
  component: lazyRouteComponent(() => import('../features/members/Members.tsx'), 'Members'),
});

const secrets = createRoute({
  getParentRoute: () => shell,
  path: '/secrets',
  component: lazyRouteComponent(() => import('../features/secrets/Secrets.tsx'), 'Secrets'),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('../features/audit/Audit.tsx'), 'Audit'),
});

const organization = createRoute({
  getParentRoute: () => shell,
  path: '/organization',
  component: lazyRouteComponent(() => import('../features/organization/Organization.tsx'), 'Organization'),
});

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../features/webhooks/Webhooks.tsx'), 'Webhooks'),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/Account.tsx'), 'Account'),
});

const tree = root.addChildren([
  home,
  welcome,
  shell.addChildren([
    sessions,
    session,
    erasure,
    held,
    privacy,
    ownData,
    reviews,
    inbox,
    commit,
    pull,
    rules,
    lessons,
    repositories,
    repository,
    insights,
    file,
    connect,
    claim,
    environments,
    agents,
    members,
    secrets,
    audit,
    organization,
    webhooks,
    account,
  ]),
]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultErrorComponent: RouteFault,
  });

/** Trying again also asks anew for a part of the page that could not be loaded. */
function RouteFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => void router.invalidate().then(reset);
  return <Fault error={error} retry={retry} />;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
