import type { Changes, FileAt, GetChanges, GetFileAt } from '@debrief/contract';
import type { FileEdit } from '@debrief/transcript';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { SessionRecord } from '../records.ts';
import { KeptJson, type PartlyKept } from './kept-json.ts';
import { readableSession, readingOf, toRead } from './reading.ts';
import type { EditToRead, FileToRead, FoundFiles } from './transcript-ports.ts';

const filesPerPage = 500;

export async function getChanges(
  context: Context,
  actor: MemberActor,
  input: GetChanges & { sessionId: string },
): Promise<PartlyKept<Changes>> {
  const position = input.cursor === undefined ? undefined : decodeCursor(input.cursor, ['number']);
  const session = await readableSession(context, actor, input.sessionId, 'changes');
  const reading = await readingOf(context, session);
  const from = (position?.[0] as number | undefined) ?? 0;
  const caller = callerOf(actor);
  const { transcript } = context.store;
  const found = await transcript.changedFiles(caller, session.sessionId, {
    ...(input.path !== undefined && { path: input.path }),
    from,
    limit: filesPerPage,
  });
  const { files, total, edits } = found;
  const next = from + files.length;
  const hasMore = input.path === undefined && files.length > 0 && next < total;
  return {
    ...reading,
    files,
    totalFiles: total,
    nextCursor: hasMore ? encodeCursor([next]) : null,
    ...(edits.length > 0 && {
      file: new KeptJson(
        await transcript.netFile(caller, toRead(session), await fileToRead(context, session, found)),
      ),
    }),
  };
}

/** A file as of an event: only what the record shows of it. */
export async function getFileAt(
  context: Context,
  actor: MemberActor,
  input: GetFileAt & { sessionId: string },
): Promise<PartlyKept<FileAt>> {
  const session = await readableSession(context, actor, input.sessionId, 'changes');
  const reading = await readingOf(context, session);
  const caller = callerOf(actor);
  const { transcript } = context.store;
  const { path, at = session.eventCount, line } = input;
  const found = await transcript.editsOfFile(caller, session.sessionId, { path, at });
  if (!found) return reading;
  const { edits, sights, ...rest } = found;
  const seen = await transcript.entriesAt(session.sessionId, sights);
  const file = await transcript.fileAt(caller, toRead(session), {
    ...rest,
    ...(line !== undefined && { line }),
    edits: await withTexts(context, session, edits),
    sights: seen.filter((text) => text !== undefined),
  });
  return { ...reading, file: new KeptJson(file) };
}

/** A file that was found, with the entries that changed or showed it. */
export async function fileToRead(
  context: Context,
  session: SessionRecord,
  { edits, sights, isCut }: FoundFiles,
): Promise<FileToRead> {
  const shown = await context.store.transcript.entriesAt(session.sessionId, sights);
  return {
    edits: await withTexts(context, session, edits),
    sights: shown.filter((text) => text !== undefined),
    isCut,
  };
}

async function withTexts(
  context: Context,
  session: SessionRecord,
  edits: readonly FileEdit[],
): Promise<EditToRead[]> {
  const texts = await context.store.transcript.entriesAt(session.sessionId, edits);
  return edits.map((edit, at) => {
    const text = edit.change === 'command' ? undefined : texts[at];
    return { edit, ...(text !== undefined && { text }) };
  });
}
