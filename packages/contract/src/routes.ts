import type { Route } from './route.ts';
import { accessRoutes } from './routes/access.ts';
import { authorRoutes } from './routes/author.ts';
import { environmentRoutes } from './routes/environment.ts';
import { findingRoutes } from './routes/finding.ts';
import { inboxRoutes } from './routes/inbox.ts';
import { installationRoutes } from './routes/installation.ts';
import { linkRoutes } from './routes/link.ts';
import { machineKeyRoutes } from './routes/machine-key.ts';
import { memberRoutes } from './routes/member.ts';
import { organizationRoutes } from './routes/organization.ts';
import { reviewRoutes } from './routes/review.ts';
import { viewRoutes } from './routes/saved-view.ts';
import { secretRoutes } from './routes/secret.ts';
import { serviceRoutes } from './routes/service.ts';
import { sessionRoutes } from './routes/session.ts';
import { terminalRoutes } from './routes/terminal.ts';
import { threadRoutes } from './routes/thread.ts';
import { transcriptRoutes } from './routes/transcript.ts';

/** The whole HTTP interface. The server mounts it, the client and the OpenAPI document are derived from it. */
export const routes = {
  ...serviceRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...secretRoutes,
  ...environmentRoutes,
  ...machineKeyRoutes,
  ...terminalRoutes,
  ...installationRoutes,
  ...sessionRoutes,
  ...transcriptRoutes,
  ...accessRoutes,
  ...authorRoutes,
  ...findingRoutes,
  ...inboxRoutes,
  ...linkRoutes,
  ...threadRoutes,
  ...reviewRoutes,
  ...viewRoutes,
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
