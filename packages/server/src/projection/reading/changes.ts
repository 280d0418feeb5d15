import type { ChangedFile, Changes } from '@debrief/contract';
import {
  type ClippedEntry,
  type Edit,
  type Entry,
  type FileChange,
  type FileHistory,
  type FileStep,
  fileHistories,
  hunksOf,
  netChange,
} from '@debrief/transcript';
import type { EditToRead, FoundFiles } from '../../domain/session/transcript-ports.ts';
import { unpackItems } from './page.ts';

/** Lines of all hunks that one answer holds, and their characters. */
const maxLines = 20_000;
const maxText = 2 * 1024 * 1024;
/** Edits of one file that are put together, and how long they are read for; the rest is said to be cut. */
const maxEdits = 1000;
const patience = 3000;

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
    isCut: own.length > maxEdits,
  };
}

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
type Whole = (stored: ClippedEntry) => Promise<Entry | undefined>;

/** What a file's edits come to, each read again where it was cut. */
export async function netFile(
  { edits, isCut }: { edits: readonly EditToRead[]; isCut: boolean },
  whole: Whole,
): Promise<NonNullable<Changes['file']>> {
  const { changes, isWhole } = await changesOf(edits, whole);
  const counted = edits.flatMap(({ edit }, at) => (edit.isRetracted ? [] : [at]));
  const steps = counted.map((at): FileStep => {
    const { edit } = edits[at] as EditToRead;
    const change = changes[at];
    // Text that could not be read again is as good as a command's: somebody changed the file.
    return change ? { change } : { command: edit.command ?? 'write' };
  });
  const net = netChange(steps);
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
  return {
    known: net.known,
    change: net.change,
    hunks: hunks.map(({ steps: from, ...hunk }) => ({
      ...hunk,
      edits: from.map((step) => counted[step] as number),
    })),
    added: signs.filter((sign) => sign === '+').length,
    removed: signs.filter((sign) => sign === '-').length,
    edits: shown,
    isCut: isCut || !isWhole || room.isFull,
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
async function changesOf(edits: readonly EditToRead[], whole: Whole) {
  const until = performance.now() + patience;
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
