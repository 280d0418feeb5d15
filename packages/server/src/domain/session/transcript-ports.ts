import type { ChangedFile, FoundMatch } from '@debrief/contract';
import type {
  ClippedEntry,
  EntryPart,
  FileEdit,
  FileSight,
  LaneWrite,
  TurnUsage,
  TurnWrite,
} from '@debrief/transcript';
import type { Caller } from '../actor.ts';

/** An entry in its place; `entry` is its JSON. */
export interface PlacedEntry {
  lane: number;
  index: number;
  entry: string;
}

export interface ChangedEntries {
  entries: PlacedEntry[];
  /** False when there was more than asked for. */
  isWhole: boolean;
}

export type LaneRecord = LaneWrite & { total: number; usage?: TurnUsage };

export type TurnRecord = TurnWrite;

/** An event of an entry as the log has it: type and payload are JSON. */
export interface EventText {
  sequence: number;
  type: string;
  payload: string;
}

/** A clipped entry and the events it was made of, from which it can be read again. */
export interface ReadAgain {
  agentId: string;
  events: readonly EventText[];
  stored: ClippedEntry;
}

/** What has to be known of a session to read its events. */
export interface SessionToRead {
  organizationId: string;
  sessionId: string;
  agentId: string;
}

/** Of the pages that were looked through: what was found, and from which entry on there was no time left. */
export interface FoundInPages {
  matches: FoundMatch[];
  stoppedAt?: number;
}

export interface FoundFiles {
  files: ChangedFile[];
  total: number;
  /** Of the one file that was asked for; the first ones, if there are very many. */
  edits: FileEdit[];
  /** Calls that showed that file. */
  sights: FileSight[];
  isCut: boolean;
}

/** An edit with the entry that made it, as JSON; a command has none to be read. */
export interface EditToRead {
  edit: FileEdit;
  text?: string;
}

/** All that is needed to tell what became of a file; of the calls that showed it the entries, as JSON. */
export interface FileToRead {
  edits: readonly EditToRead[];
  sights: readonly string[];
  isCut: boolean;
}

/** The edits and sights of one file up to an event, and where all of its edits began. */
export interface FoundFile {
  /** As it is called by then. */
  path: string;
  edits: FileEdit[];
  sights: FileSight[];
  states: number[];
  /** There are more edits than these. */
  isCut: boolean;
}

/** A file as of an event: what `FoundFile` has, with the entries as JSON. */
export interface FileAtToRead extends Omit<FoundFile, 'edits' | 'sights'>, FileToRead {
  /** The lines around this one are wanted. */
  line?: number;
}

/** A place within an entry that somebody speaks about. */
export interface AskedPlace {
  part?: EntryPart | undefined;
  path?: string | undefined;
  line?: number | undefined;
}

/** What of such a place the entry has. */
export interface FoundPlace {
  /** The entry itself changed the file. */
  hasPath: boolean;
  /** The line is among those its change of the file shows. */
  hasLine: boolean;
  /** Length of the part as it is shown, at most; undefined where the entry has no such part. */
  length?: number;
}

/** What to find: words and exact texts, in entries of these kinds; no kind means all. */
export interface FindRequest {
  q: string;
  kinds: readonly string[];
}

/** The transcript as it was folded: entries by lane and number, as JSON text with long fields clipped. */
export interface AskedWindow {
  lane: number;
  from: number;
  limit: number;
  bytes: number;
  /** As `state` said a moment ago: what was read at this position before need not be read again. */
  foldedTo: number;
  foldedAt: number;
}

export interface EntryWindow {
  /** Entries of the lane. */
  total: number;
  /** Of these. */
  count: number;
  /** Together the list of entries as JSON, without its brackets. */
  json: Uint8Array[];
}

/**
 * What takes time is done for somebody (`caller`), when it is their turn: it is refused when they have had more than
 * their share, and ended when it takes too long.
 */
export interface TranscriptStore {
  /** Undefined: nobody has looked at the session yet. */
  state(
    sessionId: string,
  ): Promise<{ foldedTo: number; foldedAt: number; isUnreadable: boolean } | undefined>;
  /** Entries of a lane. */
  total(sessionId: string, lane: number): Promise<number>;
  /** Entries from a number on; ends before `bytes`, with at least one where there is one. */
  window(sessionId: string, asked: AskedWindow): Promise<EntryWindow>;
  /** The entry an event is part of, else the last one that began before it. */
  locate(sessionId: string, sequence: number, lane?: number): Promise<PlacedEntry | undefined>;
  entry(sessionId: string, id: string): Promise<PlacedEntry | undefined>;
  /** Parts of a lane's skeleton, as JSON text, from the one that holds the entry `from`. */
  skeleton(sessionId: string, lane: number, from: number): Promise<string[]>;
  lanes(sessionId: string, limit: number): Promise<{ lanes: LaneRecord[]; total: number }>;
  turns(sessionId: string, from: number, limit: number): Promise<{ turns: TurnRecord[]; total: number }>;
  /** The brief as JSON (`Brief` of packages/findings); undefined while nobody has looked at the session. */
  brief(sessionId: string): Promise<string | undefined>;
  /** Entries by their places. */
  entriesAt(
    sessionId: string,
    places: readonly { lane: number; index: number }[],
  ): Promise<(string | undefined)[]>;
  /** Files that were changed, from a number on; with a path that one and its edits. */
  changedFiles(
    caller: Caller,
    sessionId: string,
    asked: { path?: string; from: number; limit: number },
  ): Promise<FoundFiles>;
  /** What the edits of a file come to, as JSON (`Changes['file']`). */
  netFile(caller: Caller, session: SessionToRead, asked: FileToRead): Promise<Uint8Array>;
  /** What is recorded of one file up to an event; undefined where nothing is. */
  editsOfFile(
    caller: Caller,
    sessionId: string,
    asked: { path: string; at: number },
  ): Promise<FoundFile | undefined>;
  /** The file as of an event, as JSON (`FileAt['file']`). */
  fileAt(caller: Caller, session: SessionToRead, asked: FileAtToRead): Promise<Uint8Array>;
  /** Number of the first entry of a page. */
  firstIndex(page: number): number;
  /** Pages of entries as they are stored, some at a time, from the one on that holds the entry `from`. */
  bodies(
    sessionId: string,
    lane: number,
    from: number,
  ): AsyncGenerator<{ lane: number; page: number; body: Uint8Array }[]>;
  /** Entries that were written, completed or retracted after the session was folded to `foldedTo`. */
  changedAfter(sessionId: string, foldedTo: number, limit: number): Promise<ChangedEntries>;
  /** A clipped entry whole, as JSON; undefined where its events no longer yield it. */
  whole(caller: Caller, session: SessionToRead, entry: string): Promise<Uint8Array | undefined>;
  /** What an entry, as JSON, has of a place that somebody speaks about. */
  place(caller: Caller, session: SessionToRead, entry: string, asked: AskedPlace): Promise<FoundPlace>;
  /** Looks through pages of one lane as `bodies` gives them, from an entry on, for about so many milliseconds. */
  find(
    caller: Caller,
    session: SessionToRead,
    asked: FindRequest & { start: number; milliseconds: number },
    pages: readonly { lane: number; page: number; body: Uint8Array }[],
  ): Promise<FoundInPages>;
}
