import { endingRoutes } from './access/ending-routes.ts';
import { ownDataRoutes } from './access/own-data-routes.ts';
import { retentionRoutes } from './access/retention-routes.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { lessonRoutes } from './lesson/lesson-routes.ts';
import { sessionLessonRoutes } from './lesson/session-lesson-routes.ts';
import type { Route } from './route.ts';
import { accessRoutes } from './routes/access.ts';
import { authorRoutes } from './routes/author.ts';
import { environmentRoutes } from './routes/environment.ts';
import { findingRoutes } from './routes/finding.ts';
import { gateRoutes } from './routes/gate.ts';
import { inboxRoutes } from './routes/inbox.ts';
import { insightRoutes } from './routes/insight.ts';
import { installationRoutes } from './routes/installation.ts';
import { legalHoldRoutes } from './routes/legal-hold.ts';
import { linkRoutes } from './routes/link.ts';
import { machineKeyRoutes } from './routes/machine-key.ts';
import { memberRoutes } from './routes/member.ts';
import { organizationRoutes } from './routes/organization.ts';
import { outboxRoutes } from './routes/outbox.ts';
import { ownSessionRoutes } from './routes/own-session.ts';
import { redactionRoutes } from './routes/redaction.ts';
import { reviewRoutes } from './routes/review.ts';
import { viewRoutes } from './routes/saved-view.ts';
import { secretRoutes } from './routes/secret.ts';
import { serviceRoutes } from './routes/service.ts';
import { sessionRoutes } from './routes/session.ts';
import { terminalRoutes } from './routes/terminal.ts';
import { threadRoutes } from './routes/thread.ts';
import { tokenRoutes } from './routes/token.ts';
import { transcriptRoutes } from './routes/transcript.ts';

/** The whole HTTP interface. The server mounts it, the client and the OpenAPI document are derived from it. */
export const routes = {
  ...serviceRoutes,
  ...organizationRoutes,
  ...bulkRoutes,
  ...memberRoutes,
  ...secretRoutes,
  ...environmentRoutes,
  ...machineKeyRoutes,
  ...terminalRoutes,
  ...tokenRoutes,
  ...installationRoutes,
  ...sessionRoutes,
  ...transcriptRoutes,
  ...accessRoutes,
  ...ownDataRoutes,
  ...ownSessionRoutes,
  ...redactionRoutes,
  ...legalHoldRoutes,
  ...retentionRoutes,
  ...endingRoutes,
  ...authorRoutes,
  ...findingRoutes,
  ...insightRoutes,
  ...inboxRoutes,
  ...linkRoutes,
  ...outboxRoutes,
  ...gateRoutes,
  ...lessonRoutes,
  ...sessionLessonRoutes,
  ...threadRoutes,
  ...reviewRoutes,
  ...viewRoutes,
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
