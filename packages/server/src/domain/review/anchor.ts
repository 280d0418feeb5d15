import { type Anchor, type Changes, DebriefError, limits } from '@debrief/contract';
import type { ClippedEntry } from '@debrief/transcript';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { fileToRead } from '../session/changes.ts';
import { toRead } from '../session/reading.ts';
import type { FoundPlace } from '../session/transcript-ports.ts';

function refuse(message: string): never {
  throw new DebriefError('validation_error', message);
}

/** The known fields of an anchor, refused when it points past the session or at too much. */
export function readAnchor(given: Anchor, { eventCount }: Pick<SessionRecord, 'eventCount'>): Anchor {
  const { sequence, entry, part, path, line, range } = given;
  if (sequence > eventCount) refuse(`anchor.sequence: the session has ${eventCount} events.`);
  if (sequence === 0 && (entry ?? part ?? line ?? range) !== undefined) {
    refuse('anchor.sequence is 0, the session as a whole, so nothing within an entry can be meant.');
  }
  if (line !== undefined && path === undefined) refuse('anchor.line needs anchor.path.');
  if (part !== undefined && entry === undefined) refuse('anchor.part needs anchor.entry.');
  if (range) {
    const [from, to] = range as [number, number];
    if (part === undefined) refuse('anchor.range needs anchor.part.');
    if (to <= from) refuse('anchor.range must end after it begins.');
    if (to - from > limits.anchorRange) {
      refuse(`anchor.range may be at most ${limits.anchorRange} long.`);
    }
  }
  return {
    sequence,
    ...(entry !== undefined && { entry }),
    ...(part !== undefined && { part }),
    ...(path !== undefined && { path }),
    ...(line !== undefined && { line }),
    ...(range && { range }),
  };
}

/**
 * Refuses an anchor on what the session does not have: an entry, a part of it, a file, a line, words. What has not been
 * folded yet, or cannot be read, is judged by the number of events alone.
 */
export async function checkPlace(
  context: Context,
  actor: MemberActor,
  session: SessionRecord,
  anchor: Anchor,
): Promise<void> {
  const { sequence, entry: id, path } = anchor;
  if (id === undefined && path === undefined) return;
  // An entry is called by its first event.
  if (id !== undefined && Number.parseInt(id, 10) > sequence) {
    refuse('anchor.entry: this entry begins after anchor.sequence.');
  }
  const state = await context.store.transcript.state(session.sessionId);
  if (!state || state.isUnreadable) return;
  const isCurrent = state.foldedTo >= session.eventCount;
  if (sequence > state.foldedTo || (sequence === 0 && !isCurrent)) {
    context.want?.(session);
    return;
  }
  const found = id === undefined ? undefined : await findEntry(context, session, anchor);
  const place =
    found && (anchor.part ?? path) !== undefined
      ? await context.store.transcript.place(callerOf(actor), toRead(session), found.entry, anchor)
      : undefined;
  // What a call shows that still runs may come with events that are not folded yet.
  const isOpen = !isCurrent && found?.isRunning === true;
  if (place && !isOpen) checkPart(anchor, place);
  if (path !== undefined && !isOpen) await checkFile(context, actor, session, { anchor, place });
}

async function findEntry(context: Context, { sessionId }: SessionRecord, anchor: Anchor) {
  const found = await context.store.transcript.entry(sessionId, anchor.entry ?? '');
  if (!found) return refuse('anchor.entry: the session has no such entry.');
  const entry = JSON.parse(found.entry) as ClippedEntry;
  // Of very many sequences only the first and the last are kept.
  if (!entry.sequences.includes(anchor.sequence) && entry.clipped?.sequences === undefined) {
    refuse('anchor.sequence: the entry is not made of this event.');
  }
  return { entry: found.entry, isRunning: 'outcome' in entry && entry.outcome === 'running' };
}

function checkPart({ part, path, range }: Anchor, { length }: FoundPlace): void {
  if (part === undefined) return;
  // A file that was moved later is called by its last name: its edits know it by another.
  if (part === 'change' && path !== undefined && !range) return;
  if (length === undefined) refuse(`anchor.part: the entry has no ${part}.`);
  else if (range && (range[1] as number) > length) {
    refuse(`anchor.range: this part of the entry has ${length} characters.`);
  }
}

/** The file is one that the session changed, by that entry where one is named, and the line is one of the change. */
async function checkFile(
  context: Context,
  actor: MemberActor,
  session: SessionRecord,
  { anchor, place }: { anchor: Anchor; place: FoundPlace | undefined },
): Promise<void> {
  const { entry, path = '', line } = anchor;
  if (place?.hasPath && (line === undefined || place.hasLine)) return;
  const caller = callerOf(actor);
  const { transcript } = context.store;
  const history = await transcript.changedFiles(caller, session.sessionId, { path, from: 0, limit: 1 });
  if (!place?.hasPath) {
    if (history.edits.length === 0) refuse('anchor.path: the session changed no such file.');
    if (entry !== undefined && !history.edits.some((edit) => edit.entry === entry) && !history.isCut) {
      refuse('anchor.path: the entry did not change this file.');
    }
  }
  if (line === undefined) return;
  const read = await fileToRead(context, session, history);
  const net = await transcript.netFile(caller, toRead(session), read);
  const file = JSON.parse(Buffer.from(net).toString()) as NonNullable<Changes['file']>;
  if (!mayShow(file, line)) refuse(`anchor.line: no change of this file shows line ${line}.`);
}

/** A line that is shown has a number before the change, after it, or both. Of an answer that was cut nobody can tell. */
function mayShow({ isCut, hunks, edits }: NonNullable<Changes['file']>, line: number): boolean {
  if (isCut) return true;
  return [...hunks, ...edits.flatMap((edit) => edit.hunks ?? [])].some(
    ({ oldStart, oldLines, newStart, newLines }) =>
      (line >= oldStart && line < oldStart + oldLines) || (line >= newStart && line < newStart + newLines),
  );
}
