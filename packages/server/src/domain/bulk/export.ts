import {
  DebriefError,
  type ExportLines,
  type ExportOrganization,
  type ExportPart,
  exportParts,
  type Role,
} from '@debrief/contract';
import { mayRead } from '../access/session.ts';
import { hasRole, type MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { getFindings } from '../findings/finding.ts';
import { listSessionLinks } from '../link/link.ts';
import type { SessionRecord } from '../records.ts';
import { reviewOf } from '../review/review.ts';
import { presentThread } from '../review/thread.ts';
import { presentEvent } from '../session/event.ts';
import { valuesOf } from '../session/filter.ts';
import { KeptItems, type PartlyKept } from '../session/kept-json.ts';
import { noteReads } from '../session/note-reads.ts';
import { readingAt } from '../session/reading.ts';
import { listSessions } from '../session/session-list.ts';

/** What is in memory at a time: one such piece, and what of it the reader has not taken yet. */
const piece = { bytes: 256 * 1024, items: 200 };
export const sessionsAtOnce = 20;
const maxLanes = 1000;

export type ExportLine = {
  [Kind in keyof ExportLines]: Omit<PartlyKept<ExportLines[Kind]>, 'kind'> & { kind: Kind };
}[keyof ExportLines];

/**
 * Everything of the sessions that the filter leaves and the caller may read, one after the other, as it is asked for: who
 * reads slowly makes nothing wait in memory. Whether they still may is asked anew for every session.
 */
export async function exportOrganization(
  context: Context,
  actor: MemberActor,
  input: ExportOrganization,
): Promise<AsyncGenerator<ExportLine>> {
  const { include, ...filter } = input;
  if (filter.cursor !== undefined) decodeCursor(filter.cursor, ['number', 'string']);
  const parts = new Set<ExportPart>(include === undefined ? exportParts : valuesOf(include));
  // What is wrong with the question is said before the first line.
  const first = await listSessions(context, actor, { ...filter, limit: sessionsAtOnce });
  await recordDeed(context, actor, 'organization_exported', actor.organizationId);
  return linesOf(context, actor, filter, parts, first, 'admin');
}

type Page = Awaited<ReturnType<typeof listSessions>>;

/** `least`: the role that whoever reads has to keep. */
export async function* linesOf(
  context: Context,
  first: MemberActor,
  filter: Omit<ExportOrganization, 'include'>,
  parts: ReadonlySet<ExportPart>,
  firstPage: Page,
  least: Role,
): AsyncGenerator<ExportLine> {
  let [actor, page, count] = [first, firstPage, 0];
  for (;;) {
    for (const session of page.sessions as Extract<Page['sessions'], readonly unknown[]>) {
      const { sessionId, startedAt } = session as { sessionId: string; startedAt: string };
      actor = await stillMember(context, actor, least);
      const record = await readable(context, actor, sessionId);
      if (!record) continue;
      await noteReads(context, actor, [sessionId], 'export');
      yield { kind: 'session', session } as ExportLine;
      yield* partsOf(context, actor, record, parts);
      const cursor = encodeCursor([Date.parse(startedAt), sessionId]);
      if (await readable(context, actor, sessionId)) {
        count++;
        yield { kind: 'end', sessionId, cursor };
      } else yield { kind: 'gone', sessionId, cursor };
    }
    if (page.nextCursor === null) break;
    const cursor = page.nextCursor as string;
    page = await listSessions(context, actor, { ...filter, cursor, limit: sessionsAtOnce });
  }
  yield { kind: 'complete', sessions: count };
}

/** An export may last: a membership, a role or a rule may end meanwhile. */
export async function stillMember(context: Context, actor: MemberActor, least: Role): Promise<MemberActor> {
  const member = await context.store.identity.findActive(actor.userId);
  if (member?.organizationId !== actor.organizationId || !hasRole(member.role, least)) {
    throw new DebriefError('insufficient_role', `This needs the role ${least}.`);
  }
  const { access: _, ...rest } = actor;
  return { ...rest, role: member.role, ...(member.access && { access: member.access }) };
}

async function readable(
  context: Context,
  actor: MemberActor,
  sessionId: string,
): Promise<SessionRecord | undefined> {
  const session = await context.store.session.find(actor.organizationId, sessionId);
  return session && (await mayRead(context, actor, session)) ? session : undefined;
}

async function* partsOf(
  context: Context,
  actor: MemberActor,
  session: SessionRecord,
  parts: ReadonlySet<ExportPart>,
): AsyncGenerator<ExportLine> {
  const { sessionId } = session;
  try {
    if (parts.has('events')) yield* eventsOf(context, session);
    if (parts.has('entries')) yield* entriesOf(context, session);
    if (parts.has('findings')) {
      const { findings, claims } = await getFindings(context, actor, { sessionId }, 'export');
      yield { kind: 'findings', sessionId, findings, claims };
    }
    if (parts.has('links')) {
      const { links, pulls } = await listSessionLinks(context, actor, { sessionId });
      yield { kind: 'links', sessionId, links, pulls };
    }
    if (parts.has('reviews')) {
      yield { kind: 'review', sessionId, review: await reviewOf(context, session, actor.userId) };
      yield* threadsOf(context, sessionId);
    }
  } catch (error) {
    // Deleted or held in this very moment: what follows says that it is gone.
    if (!(error instanceof DebriefError) || !isGone.has(error.code)) throw error;
  }
}

const isGone: ReadonlySet<string> = new Set(['session_not_found', 'session_not_shared']);

async function* eventsOf(
  context: Context,
  { organizationId, sessionId, eventCount }: SessionRecord,
): AsyncGenerator<ExportLine> {
  for (let after = 0; after < eventCount; ) {
    const { events } = await context.log.read({
      ...{ organizationId, sessionId, order: 'asc', after: 0, position: after },
      ...{ limit: piece.items, bytes: piece.bytes },
    });
    const last = events.at(-1);
    if (!last) return;
    yield { kind: 'events', sessionId, events: events.map((event) => presentEvent(sessionId, event)) };
    after = last.sequence;
  }
}

async function* entriesOf(context: Context, session: SessionRecord): AsyncGenerator<ExportLine> {
  const { sessionId } = session;
  const { transcript } = context.store;
  const { reading, foldedAt } = await readingAt(context, session);
  const { foldedTo } = reading;
  const { lanes } = await transcript.lanes(sessionId, maxLanes);
  for (const lane of [0, ...lanes.map((one) => one.lane)]) {
    for (let from = 0; ; ) {
      const asked = { lane, from, limit: piece.items, bytes: piece.bytes };
      const { count, json } = await transcript.window(sessionId, { ...asked, foldedTo, foldedAt });
      if (count === 0) break;
      yield { kind: 'entries', sessionId, lane, from, entries: new KeptItems(json) };
      from += count;
    }
  }
}

async function* threadsOf(context: Context, sessionId: string): AsyncGenerator<ExportLine> {
  for (let after = 0; ; ) {
    const { threads, more } = await context.store.thread.list(sessionId, {
      ...{ after, limit: 50, bytes: piece.bytes },
    });
    const last = threads.at(-1);
    if (!last) return;
    yield { kind: 'threads', sessionId, threads: threads.map(presentThread) };
    if (!more) return;
    after = last.number;
  }
}
