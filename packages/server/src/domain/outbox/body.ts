import type { EndpointType } from '@debrief/contract';
import { isHeld, isInScope } from '../access/reader.ts';
import type { Context } from '../context.ts';
import { iso, present } from '../present.ts';
import type { SessionRecord } from '../records.ts';
import { sessionTitles } from '../session/statistics.ts';
import { chatText, slackBody, type ToldSession, teamsBody } from './chat.ts';
import type { DeliveryRecord, EndpointRecord } from './ports.ts';

/** What is told of a deed. */
export type DeedDelivery = DeliveryRecord & { type: EndpointType };

/** What `subjectId` is, by the name a receiver knows it by. */
const subjects: Record<EndpointType, string> = {
  'session.started': 'sessionId',
  'session.completed': 'sessionId',
  'session.failed': 'sessionId',
  'session.silent': 'sessionId',
  'session.released': 'sessionId',
  'session.deleted': 'sessionId',
  'session.redacted': 'redactionId',
  'finding.raised': 'findingId',
  'review.requested': 'reviewerUserId',
  'review.submitted': 'reviewId',
  'thread.opened': 'threadId',
  'thread.resolved': 'threadId',
  'lesson.adopted': 'lessonId',
  'lesson.retired': 'lessonId',
  'environment.registered': 'environmentId',
  'environment.revoked': 'environmentId',
  'secret.revoked': 'secretId',
  'member.joined': 'userId',
  'endpoint.test': 'endpointId',
};

const details: Partial<Record<EndpointType, string>> = {
  'finding.raised': 'severity',
  'review.submitted': 'outcome',
  'session.deleted': 'reason',
};

/** Pages of what is no session. */
const pages: Partial<Record<EndpointType, string>> = {
  'lesson.adopted': '/lessons',
  'lesson.retired': '/lessons',
  'environment.registered': '/environments',
  'environment.revoked': '/environments',
  'secret.revoked': '/secrets',
  'member.joined': '/members',
  'endpoint.test': '/webhooks',
};

/** A session that everybody in the organization reads: of any other an endpoint learns ids and states. */
export async function isForAll({ store, clock }: Context, session: SessionRecord): Promise<boolean> {
  const rules = await store.access.policy(session.organizationId);
  const now = clock();
  if (!rules) return true;
  return !isHeld(session, now) && isInScope({ userId: '', isAdmin: false, now, rules }, session.repository);
}

const isRemote = (repository: string | null): repository is string =>
  repository !== null && !repository.startsWith('env_');

async function toldSession(
  context: Context,
  { organizationId, withTitles }: EndpointRecord,
  session: SessionRecord,
): Promise<ToldSession | undefined> {
  if (!(await isForAll(context, session))) return undefined;
  const { sessionId, agentId, repository, authorUserId } = session;
  const titles = withTitles === 1 ? await titlesOf(context, organizationId, sessionId) : undefined;
  return {
    agentId,
    repository: isRemote(repository) ? repository : undefined,
    authorUserId: authorUserId ?? undefined,
    title: titles,
  };
}

/** As a member reads it who may read what everybody may. */
async function titlesOf(
  context: Context,
  organizationId: string,
  sessionId: string,
): Promise<string | undefined> {
  const reader = { kind: 'member', organizationId, userId: '', role: 'member' } as const;
  return (await sessionTitles(context, reader, [sessionId])).get(sessionId) ?? undefined;
}

const linkOf = ({ publicUrl }: Context, { type, sessionId, subjectId }: DeedDelivery): string => {
  if (sessionId === null) return `${publicUrl}${pages[type] ?? ''}`;
  return `${publicUrl}/sessions/${sessionId}${type.startsWith('thread.') ? `#${subjectId}` : ''}`;
};

/** The text that is sent; never a word of a transcript or a comment. */
export async function bodyOf(
  context: Context,
  endpoint: EndpointRecord,
  delivery: DeedDelivery,
): Promise<string> {
  const { type, organizationId, sessionId, subjectId, actorId, detail, at } = delivery;
  const session =
    sessionId === null ? undefined : await context.store.session.find(organizationId, sessionId);
  const told = session && (await toldSession(context, endpoint, session));
  const url = linkOf(context, delivery);
  // The id of a finding says which rule speaks.
  const isQuiet = type === 'finding.raised' && !told;
  if (endpoint.kind !== 'webhook') {
    const author = told?.authorUserId && (await context.store.member.find(organizationId, told.authorUserId));
    const text = chatText({ type, detail, subjectId: isQuiet ? null : subjectId }, told, author || undefined);
    return JSON.stringify(endpoint.kind === 'slack' ? slackBody(text, url) : teamsBody(text, url));
  }
  const detailName = details[type];
  return JSON.stringify({
    type,
    timestamp: iso(at),
    data: present({
      organizationId,
      sessionId,
      ...(!isQuiet && { [subjects[type]]: subjectId }),
      ...(detailName && { [detailName]: detail }),
      by: actorId,
      state: session?.status,
      isShared: session && told !== undefined,
      ...told,
      url,
    }),
  });
}
