import { sql } from 'kysely';
import type { ChainStore } from '../domain/chain/ports.ts';
import type { JudgementStore } from '../domain/findings/ports.ts';
import type { ConcludedLinkStore } from '../domain/link/ports.ts';
import type { Store } from '../domain/ports.ts';
import type { RedactionStore } from '../domain/redaction/ports.ts';
import type { ErasureStore, SearchIndex, StatisticsStore } from '../domain/session/ports.ts';
import type { TranscriptStore } from '../domain/session/transcript-ports.ts';
import { accessStore } from './access/access.ts';
import { auditStore } from './audit.ts';
import { authorStore } from './author.ts';
import { chainStore } from './chain/chain.ts';
import { guarded } from './connection/unavailable.ts';
import type { OpenDatabase } from './database.ts';
import { endingStore } from './ending/ending.ts';
import { environmentStore } from './environment.ts';
import { erasureStore } from './erasure.ts';
import { findingStore } from './findings/finding.ts';
import { gateStore } from './gate/gate.ts';
import { identityStore } from './identity.ts';
import { insightStore } from './insights/insights.ts';
import { installationStore } from './installation.ts';
import { legalHoldStore } from './legal-hold/legal-hold.ts';
import { failureStore } from './lesson/failure.ts';
import { lessonStore } from './lesson/lesson.ts';
import { sessionLessonStore } from './lesson/session-lesson.ts';
import { commitStore } from './link/commit.ts';
import { integrationStore } from './link/integration.ts';
import { linkStore } from './link/link.ts';
import { pullRequestStore } from './link/pull-request.ts';
import { repositoryStore } from './link/repository.ts';
import { machineKeyStore } from './machine/machine-key.ts';
import { terminalStore } from './machine/terminal.ts';
import { memberStore } from './member.ts';
import { backlogOf } from './monitoring/backlog.ts';
import { organizationStore } from './organization.ts';
import { outboxStore } from './outbox/outbox.ts';
import { dataRequestStore } from './own-data/data-request.ts';
import { ownDataStore } from './own-data/own-data.ts';
import { redactionJobStore } from './redaction/job.ts';
import { redactionStore } from './redaction/redaction.ts';
import { retentionStore } from './retention/retention.ts';
import { assignmentStore } from './review/assignment.ts';
import { attendingStore } from './review/attend.ts';
import { discussionStore } from './review/discussion.ts';
import { labelStore } from './review/label.ts';
import { notificationStore } from './review/notification.ts';
import { outletStore } from './review/outlet.ts';
import { pictureStore } from './review/picture.ts';
import { policyStore } from './review/policy.ts';
import { queueStore } from './review/queue.ts';
import { reviewStore } from './review/review.ts';
import { rotationStore } from './review/rotation.ts';
import { threadStore } from './review/thread.ts';
import { tickStore } from './review/tick.ts';
import { viewStore } from './saved-view/saved-view.ts';
import { secretStore } from './secret.ts';
import { sessionStore } from './session.ts';
import { traceStore } from './telemetry.ts';
import { tokenStore } from './token/token.ts';

/** What is read of what others derive from the log. */
interface Derived {
  statistics: StatisticsStore;
  search: SearchIndex;
  transcript: TranscriptStore;
  judgement: JudgementStore;
  concludedLinks: ConcludedLinkStore;
}

export function createStore(
  database: OpenDatabase,
  derived: Derived,
  {
    scrub,
    change,
    secrets,
    sealEvents,
  }: Pick<ErasureStore, 'scrub'> &
    Pick<RedactionStore, 'change' | 'secrets'> &
    Pick<ChainStore, 'sealEvents'>,
): Store {
  const safe = <Methods extends object>(methods: Methods) => guarded(methods, database.patience);
  return {
    organization: safe(organizationStore(database)),
    member: safe(memberStore(database)),
    identity: safe(identityStore(database)),
    secret: safe(secretStore(database)),
    machineKey: safe(machineKeyStore(database)),
    environment: safe(environmentStore(database)),
    installation: safe(installationStore(database)),
    session: safe(sessionStore(database)),
    access: safe(accessStore(database)),
    erasure: { ...safe(erasureStore(database, scrub)), scrub },
    ownData: safe(ownDataStore(database)),
    dataRequest: safe(dataRequestStore(database)),
    retention: safe(retentionStore(database)),
    ending: safe(endingStore(database)),
    redactionJob: safe(redactionJobStore(database)),
    legalHold: safe(legalHoldStore(database)),
    redaction: { ...safe(redactionStore(database, { change, secrets })), change, secrets },
    chain: { ...safe(chainStore(database, sealEvents)), sealEvents },
    statistics: safe(derived.statistics),
    search: safe(derived.search),
    transcript: derived.transcript,
    judgement: safe(derived.judgement),
    commit: safe(commitStore(database)),
    link: safe(linkStore(database)),
    concludedLink: safe(derived.concludedLinks),
    pullRequest: safe(pullRequestStore(database)),
    integration: safe(integrationStore(database)),
    repository: safe(repositoryStore(database)),
    finding: safe(findingStore(database)),
    insight: safe(insightStore(database)),
    audit: safe(auditStore(database)),
    author: safe(authorStore(database)),
    terminal: safe(terminalStore(database)),
    token: safe(tokenStore(database)),
    view: safe(viewStore(database)),
    label: safe(labelStore(database)),
    rotation: safe(rotationStore(database)),
    notification: safe(notificationStore(database)),
    thread: safe({ ...threadStore(database), ...discussionStore(database) }),
    review: safe({
      ...reviewStore(database),
      ...tickStore(database),
      ...pictureStore(database),
      ...attendingStore(database),
      ...assignmentStore(database),
      ...policyStore(database),
    }),
    queue: safe(queueStore(database)),
    outlet: safe(outletStore(database)),
    outbox: safe(outboxStore(database)),
    trace: safe(traceStore(database)),
    gate: safe(gateStore(database)),
    lesson: safe(lessonStore(database)),
    failure: safe(failureStore(database)),
    sessionLesson: safe(sessionLessonStore(database)),
    ...safe({
      backlog: backlogOf(database),
      ping: async () => {
        await sql`select 1`.execute(database.db);
      },
    }),
    close: () => database.close(),
  };
}
