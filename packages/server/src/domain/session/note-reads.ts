import { createHash } from 'node:crypto';
import type { ReadChannel } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { auditRecord } from '../audit.ts';
import type { Context } from '../context.ts';
import { digestId } from '../id.ts';

const hour = 3_600_000;
const maxRemembered = 50_000;
/** What this process has written to the audit log, by store: oldest first. */
const written = new WeakMap<object, Set<string>>();

/**
 * Notes in the audit log that a member was shown something of these sessions: once for each member, session, channel
 * and hour. The entry's id is made of these four, so that several servers write one entry; what this process wrote it
 * remembers, so that reading on costs no write (W9). What is fetched ahead is noted as that, and is nobody's visit; so
 * is what a program reads for its member.
 */
export async function noteReads(
  context: Context,
  actor: MemberActor,
  sessionIds: readonly string[],
  shown: ReadChannel,
): Promise<void> {
  const channel = actor.program?.channel ?? (context.request?.isAhead ? 'ahead' : shown);
  const known = writtenTo(context.store);
  const thisHour = Math.floor(context.clock() / hour);
  const unwritten: { sessionId: string; key: string }[] = [];
  for (const sessionId of sessionIds) {
    const key = `${actor.userId} ${sessionId} ${channel} ${thisHour}`;
    if (!known.has(key)) unwritten.push({ sessionId, key });
  }
  if (unwritten.length === 0) return;
  const { organizationId, userId } = actor;
  await context.store.audit.addNew(
    unwritten.map(({ sessionId, key }) => ({
      ...auditRecord(context, {
        action: 'session_read',
        organizationId,
        actorId: userId,
        targetId: sessionId,
      }),
      auditId: digestId('aud', createHash('sha256').update(key).digest()),
      channel,
    })),
  );
  for (const { key } of unwritten) known.add(key);
  for (const key of known) {
    if (known.size <= maxRemembered) break;
    known.delete(key);
  }
}

function writtenTo(store: object): Set<string> {
  const known = written.get(store);
  if (known) return known;
  const begun = new Set<string>();
  written.set(store, begun);
  return begun;
}
