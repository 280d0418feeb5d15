import type { Route } from './route.ts';
import { accessRoutes } from './routes/access/access.ts';
import { endingRoutes } from './routes/access/ending.ts';
import { legalHoldRoutes } from './routes/access/legal-hold.ts';
import { ownDataRoutes } from './routes/access/own-data.ts';
import { ownSessionRoutes } from './routes/access/own-session.ts';
import { retentionRoutes } from './routes/access/retention.ts';
import { tokenRoutes } from './routes/access/token.ts';
import { bulkRoutes } from './routes/bulk.ts';
import { findingRoutes } from './routes/finding.ts';
import { insightRoutes } from './routes/insight.ts';
import { lessonRoutes } from './routes/lesson/lesson.ts';
import { sessionLessonRoutes } from './routes/lesson/session-lesson.ts';
import { gateRoutes } from './routes/link/gate.ts';
import { linkRoutes } from './routes/link/link.ts';
import { authorRoutes } from './routes/machine/author.ts';
import { environmentRoutes } from './routes/machine/environment.ts';
import { installationRoutes } from './routes/machine/installation.ts';
import { machineKeyRoutes } from './routes/machine/machine-key.ts';
import { secretRoutes } from './routes/machine/secret.ts';
import { terminalRoutes } from './routes/machine/terminal.ts';
import { memberRoutes } from './routes/member.ts';
import { organizationRoutes } from './routes/organization.ts';
import { outboxRoutes } from './routes/outbox.ts';
import { inboxRoutes } from './routes/review/inbox.ts';
import { reviewRoutes } from './routes/review/review.ts';
import { threadRoutes } from './routes/review/thread.ts';
import { serviceRoutes } from './routes/service.ts';
import { redactionRoutes } from './routes/session/redaction.ts';
import { viewRoutes } from './routes/session/saved-view.ts';
import { sessionRoutes } from './routes/session/session.ts';
import { transcriptRoutes } from './routes/session/transcript.ts';

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
