import type { ChangedFile, Changes } from '@debrief/contract';
import {
  type ClippedEntry,
  type Edit,
  type Entry,
  type FileChange,
  type FileHistory,
  type FileSight,
  fileHistories,
  hunksOf,
  netOfEdits,
  type SeenLines,
  seenLines,
  type WholeEdit,
} from '@debrief/transcript';
import type { EditToRead, FileToRead, FoundFiles } from '../../../domain/session/transcript-ports.ts';
import { unpackItems } from '../page.ts';

/** Lines of all hunks that one answer holds, and their characters. */
const maxLines = 20_000;
const maxText = 2 * 1024 * 1024;
/** Edits of one file that are put together, and how long they are read for; the rest is said to be cut. */
const maxEdits = 1000;
/** Calls that showed one file which are looked at for what its edits leave open. */
const maxSights = 24;
export const patience = 3000;

export function changedFiles(asked: {
  pages: readonly Uint8Array[];
  path?: string;
  from: number;
  limit: number;
}): FoundFiles {
  const edits = asked.pages.flatMap((body) => unpackItems(body).map((item) => JSON.parse(item) as Edit));
  const histories = fileHistories(edits);
  if (asked.path === undefined) {
    return {
      files: histories.slice(asked.from, asked.from + asked.limit).map(fileOf),
      total: histories.length,
      edits: [],
      sights: [],
      isCut: false,
    };
  }
  const history =
    histories.find(({ path }) => path === asked.path) ?? histories.find(({ was }) => was === asked.path);
  const own = history?.edits ?? [];
  return {
    files: history ? [fileOf(history)] : [],
    total: histories.length,
    edits: own.slice(0, maxEdits),
    sights: nearest(history?.sights ?? []),
    isCut: own.length > maxEdits,
  };
}

/** The first sights and the last: what the file was, and what it was when it was changed. */
export const nearest = (sights: readonly FileSight[]): FileSight[] =>
  sights.length <= maxSights ? [...sights] : [...sights.slice(0, 4), ...sights.slice(4 - maxSights)];

function fileOf({ path, was, edits }: FileHistory): ChangedFile {
  const kept = edits.filter(({ isRetracted }) => !isRetracted);
  const own = kept.filter(({ change }) => change !== 'command');
  const last = own.at(-1);
  const isAdded = own[0]?.change === 'add';
  const change = !last
    ? 'command'
    : last.change === 'delete'
      ? 'delete'
      : isAdded
        ? 'add'
        : was !== undefined
          ? 'move'
          : 'update';
  return {
    path,
    ...(was !== undefined && { was }),
    change,
    added: own.reduce((sum, edit) => sum + edit.added, 0),
    removed: own.reduce((sum, edit) => sum + edit.removed, 0),
    edits: own.length,
    commands: kept.length - own.length,
    retracted: edits.length - kept.length,
    first: edits[0]?.entry ?? '',
    last: edits.at(-1)?.entry ?? '',
  };
}

/** Reads a clipped entry again; undefined where its text is gone. */
export type Whole = (stored: ClippedEntry) => Promise<Entry | undefined>;

/** What a file's edits come to, each read again where it was cut. */
export async function netFile(
  { edits, sights, isCut }: FileToRead,
  whole: Whole,
): Promise<NonNullable<Changes['file']>> {
  const until = performance.now() + patience;
  const { changes, isWhole } = await changesOf(edits, whole, until);
  const counted = edits.flatMap(({ edit }, at) => (edit.isRetracted ? [] : [at]));
  const steps = counted.map((at): WholeEdit => {
    const { edit } = edits[at] as EditToRead;
    return { sequence: edit.sequence, change: changes[at], command: edit.command };
  });
  const net = netOfEdits(steps, await seenIn(sights, steps.at(-1)?.sequence ?? 0, whole, until));
  const room = new Room();
  const hunks = net.hunks.filter(({ lines }) => room.fits(lines));
  const loose = new Set(net.loose.map((step) => counted[step] as number));
  for (const [at, { edit }] of edits.entries()) if (edit.isRetracted) loose.add(at);
  const shown = edits.map(({ edit: { isRetracted, place: _, command: __, ...edit } }, at) => {
    const change = changes[at];
    const own = loose.has(at) && change ? hunksOf(change) : undefined;
    const isShown = own !== undefined && room.fits(own.flatMap(({ lines }) => lines));
    return { ...edit, ...(isRetracted && { isRetracted }), ...(isShown && own && { hunks: own }) };
  });
  const signs = hunks.flatMap(({ lines }) => lines.map((line) => line[0]));
  const isAll = !isCut && isWhole && !room.isFull;
  // Whole is what one can apply: a difference of which a part is missing is none.
  const known = net.known === 'net' && !isAll ? 'partial' : net.known;
  const doubt = net.doubt ?? (isAll ? undefined : 'cut');
  return {
    known,
    ...(doubt !== undefined && { doubt }),
    change: net.change,
    hunks: hunks.map(({ steps: from, ...hunk }) => ({
      ...hunk,
      edits: from.map((step) => counted[step] as number),
    })),
    added: signs.filter((sign) => sign === '+').length,
    removed: signs.filter((sign) => sign === '-').length,
    edits: shown,
    isCut: !isAll,
  };
}

/** What one answer may hold. Past the first hunk that does not fit nothing does. */
class Room {
  #lines = maxLines;
  #text = maxText;

  get isFull(): boolean {
    return this.#lines < 0 || this.#text < 0;
  }

  fits(lines: readonly string[]): boolean {
    this.#lines -= lines.length;
    this.#text -= lines.reduce((sum, line) => sum + line.length, 0);
    return !this.isFull;
  }
}

/** The change each edit made, with its whole text. Undefined for a command, and where the text is gone. */
export async function changesOf(edits: readonly EditToRead[], whole: Whole, until: number) {
  const changes: (FileChange | undefined)[] = [];
  let isWhole = true;
  for (const { edit, text } of edits) {
    const stored = text === undefined ? undefined : (JSON.parse(text) as ClippedEntry);
    const isClipped = stored?.clipped?.changes !== undefined;
    const isLate = isClipped && performance.now() > until;
    if (isLate) isWhole = false;
    // Only an entry whose changes were cut has to be read again.
    const entry = isLate ? undefined : stored && isClipped ? await whole(stored) : stored;
    changes.push(entry?.kind === 'tool' ? entry.changes?.[edit.place] : undefined);
  }
  return { changes, isWhole };
}

/** What the agent was shown of the file before its last edit, as far as there is time to read it. */
export async function seenIn(sights: readonly string[], before: number, whole: Whole, until: number) {
  const seen: { sequence: number; seen: SeenLines }[] = [];
  for (const text of sights) {
    if (performance.now() > until) break;
    const stored = JSON.parse(text) as ClippedEntry;
    const sequence = stored.sequences.at(-1) ?? 0;
    if (stored.kind !== 'tool' || stored.outcome !== 'ok' || stored.retracted || sequence >= before) continue;
    const entry = stored.clipped?.output === undefined ? stored : await whole(stored);
    const lines = entry && seenLines(entry);
    if (lines) seen.push({ sequence, seen: lines });
  }
  return seen;
}
