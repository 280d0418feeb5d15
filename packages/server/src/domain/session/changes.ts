import type { Changes, GetChanges } from '@debrief/contract';
import type { ClippedEntry, FileEdit } from '@debrief/transcript';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { SessionRecord } from '../records.ts';
import { readableSession, readingOf, withEvents } from './reading.ts';
import type { EditToRead } from './transcript-ports.ts';

const filesPerPage = 500;
/** Edits of one file that are put together; the rest is said to be cut. */
const maxEdits = 1000;

export async function getChanges(
  context: Context,
  actor: MemberActor,
  input: GetChanges & { sessionId: string },
): Promise<Changes> {
  const position = input.cursor === undefined ? undefined : decodeCursor(input.cursor, ['number']);
  const session = await readableSession(context, actor, input.sessionId, 'changes');
  const reading = await readingOf(context, session);
  const from = (position?.[0] as number | undefined) ?? 0;
  const { files, total, edits } = await context.store.transcript.changedFiles(session.sessionId, {
    ...(input.path !== undefined && { path: input.path }),
    from,
    limit: filesPerPage,
  });
  const next = from + files.length;
  const hasMore = input.path === undefined && files.length > 0 && next < total;
  return {
    ...reading,
    files,
    totalFiles: total,
    nextCursor: hasMore ? encodeCursor([next]) : null,
    ...(edits.length > 0 && { file: await fileOf(context, session, edits) }),
  };
}

async function fileOf(
  context: Context,
  session: SessionRecord,
  edits: readonly FileEdit[],
): Promise<NonNullable<Changes['file']>> {
  const some = edits.slice(0, maxEdits);
  const texts = await context.store.transcript.entriesAt(session.sessionId, some);
  const toRead: EditToRead[] = [];
  for (const [at, edit] of some.entries()) {
    const text = edit.change === 'command' ? undefined : texts[at];
    const stored = text === undefined ? undefined : (JSON.parse(text) as ClippedEntry);
    const read = stored && (await readingAgain(context, session, stored));
    toRead.push({ edit, ...(read && { read }) });
  }
  const net = await context.store.transcript.netFile(toRead);
  return {
    ...net,
    edits: net.edits.map(({ edit: { isRetracted, place: _, command: __, ...edit }, hunks }) => ({
      ...edit,
      ...(isRetracted && { isRetracted }),
      ...(hunks && { hunks }),
    })),
    isCut: net.isCut || edits.length > some.length,
  };
}

/** Only an entry whose changes were cut has to be read again. */
async function readingAgain(context: Context, session: SessionRecord, stored: ClippedEntry) {
  if (stored.clipped?.changes === undefined) return { agentId: session.agentId, events: [], stored };
  return withEvents(context, session, stored);
}
