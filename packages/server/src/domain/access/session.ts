import { DebriefError, type SessionAccess } from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { isId } from '../id.ts';
import type { SessionRecord } from '../records.ts';
import { accessOf, isHeld, isInScope, type Reader, type ReadingMember, readerOf } from './reader.ts';

/** The record of a session, whoever may read what is in it. */
export async function findSession(
  context: Context,
  organizationId: string,
  sessionId: string,
): Promise<SessionRecord> {
  const session = isId('ses', sessionId)
    ? await context.store.session.find(organizationId, sessionId)
    : undefined;
  if (!session) throw sessionNotFound();
  return session;
}

export const sessionNotFound = () =>
  new DebriefError('session_not_found', 'No such session in this organization.');

/** A session whose content somebody may see: the one way to a session for what shows it, or says something about it. */
export async function sharedSession(
  context: Context,
  actor: MemberActor,
  sessionId: string,
): Promise<SessionRecord> {
  const session = await findSession(context, actor.organizationId, sessionId);
  if (session.organizationId !== actor.organizationId) throw sessionNotFound();
  if (!(await mayRead(context, actor, session))) throw notShared(session, context.clock());
  return session;
}

/** It is there, and that may be known: links to it say so instead of breaking. */
const notShared = (session: SessionRecord, now: number): DebriefError =>
  new DebriefError(
    'session_not_shared',
    isHeld(session, now)
      ? 'Its author has not shared this session yet.'
      : 'This session is for its author, for whoever reviews it and for admins. You can ask its author.',
  );

type Asked = Pick<Context, 'store' | 'clock'>;

/** Whether somebody may see what is in a session. */
export async function mayRead(
  { store, clock }: Asked,
  actor: MemberActor,
  session: SessionRecord,
): Promise<boolean> {
  if (actor.organizationId !== session.organizationId) return false;
  const reader = readerOf(actor, clock());
  const told = readsByRecord(reader, session);
  if (told !== undefined || !reader) return told ?? true;
  return (await store.access.readable(reader, [session.sessionId])).has(session.sessionId);
}

/** Of these sessions, those somebody may see the content of. */
export async function readableOf(
  { store, clock }: Asked,
  actor: ReadingMember,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const reader = readerOf(actor, clock());
  return reader ? store.access.readable(reader, sessionIds) : new Set(sessionIds);
}

/** The same where their records are at hand: only those are looked up that somebody must have been asked or allowed to read. */
export async function readableAmong(
  { store, clock }: Asked,
  actor: ReadingMember,
  sessions: Iterable<SessionRecord>,
): Promise<ReadonlySet<string>> {
  const reader = readerOf(actor, clock());
  const readable = new Set<string>();
  const untold: string[] = [];
  for (const session of sessions) {
    const told = readsByRecord(reader, session);
    if (told) readable.add(session.sessionId);
    else if (told === undefined) untold.push(session.sessionId);
  }
  if (!reader || untold.length === 0) return readable;
  for (const sessionId of await store.access.readable(reader, untold)) readable.add(sessionId);
  return readable;
}

/** What a record alone tells; undefined where it depends on whether the reader was asked or allowed to. */
function readsByRecord(reader: Reader | undefined, session: SessionRecord): boolean | undefined {
  if (!reader || session.authorUserId === reader.userId) return true;
  if (isHeld(session, reader.now)) return false;
  return isInScope(reader, session.repository) || undefined;
}

/** How a session stands for a member, with what became of asking for it, or how many ask. */
export async function accessFor(
  { store, clock }: Context,
  { userId, role, access: rules }: MemberActor,
  session: SessionRecord,
  isReadable: boolean,
): Promise<SessionAccess | undefined> {
  const access = accessOf(session, isReadable, clock());
  const { sessionId, authorUserId } = session;
  if (!isReadable && access) {
    const state = (await store.access.request(sessionId, userId))?.state;
    return state === 'asked' || state === 'refused' ? { ...access, request: state } : access;
  }
  if (!rules || (authorUserId !== userId && !hasRole(role, 'admin'))) return access;
  const asking = (await store.access.requests(sessionId)).filter(({ state }) => state === 'asked').length;
  return asking === 0 ? access : { ...(access ?? { mayRead: true, isHeld: false }), asking };
}
