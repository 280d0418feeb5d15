import { DebriefError, type LabelList, limits } from '@debrief/contract';
import { sessionNotFound } from '../../access/session.ts';
import type { MemberActor } from '../../actor.ts';
import { recordDeed } from '../../audit.ts';
import type { Context } from '../../context.ts';
import { discussedSession } from '../session.ts';

export async function listLabels(context: Context, actor: MemberActor): Promise<LabelList> {
  return { labels: await context.store.label.list(actor.organizationId, limits.labelsListed) };
}

/** Any member may: a label says how the team sorts its sessions, and nothing about their content. */
export async function addLabel(
  context: Context,
  actor: MemberActor,
  { sessionId, label }: { sessionId: string; label: string },
): Promise<void> {
  const session = await discussedSession(context, actor, sessionId);
  const { organizationId } = session;
  const added = await context.store.label.add(
    {
      sessionId: session.sessionId,
      organizationId,
      label: label.normalize('NFC'),
      labelledBy: actor.userId,
      labelledAt: context.clock(),
    },
    limits.labelsPerSession,
  );
  if (added === 'gone') throw sessionNotFound();
  if (added === 'limit') {
    throw new DebriefError('limit_reached', `A session may have at most ${limits.labelsPerSession} labels.`);
  }
  if (added === 'added') await recordDeed(context, actor, 'session_labelled', session.sessionId);
}

export async function removeLabel(
  context: Context,
  actor: MemberActor,
  { sessionId, label }: { sessionId: string; label: string },
): Promise<void> {
  const session = await discussedSession(context, actor, sessionId);
  const removed = await context.store.label.remove(session.sessionId, label.normalize('NFC'));
  if (removed) await recordDeed(context, actor, 'session_unlabelled', session.sessionId);
}
