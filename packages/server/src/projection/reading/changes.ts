import type { ChangedFile } from '@debrief/contract';
import {
  type Edit,
  type FileChange,
  type FileHistory,
  type FileStep,
  fileHistories,
  hunksOf,
  netChange,
} from '@debrief/transcript';
import type { EditToRead, FoundFiles, NetFile } from '../../domain/session/transcript-ports.ts';
import { unpackItems } from './page.ts';
import { wholeEntry } from './whole.ts';

/** Lines of all hunks that one answer holds. */
const maxLines = 20_000;

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
    };
  }
  const history =
    histories.find(({ path }) => path === asked.path) ?? histories.find(({ was }) => was === asked.path);
  return { files: history ? [fileOf(history)] : [], total: histories.length, edits: history?.edits ?? [] };
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

/** What a file's edits come to, each read again where it was cut. */
export function netFile(edits: readonly EditToRead[]): NetFile {
  const changes = edits.map(changeOf);
  const counted = edits.flatMap(({ edit }, at) => (edit.isRetracted ? [] : [at]));
  const steps = counted.map((at): FileStep => {
    const { edit } = edits[at] as EditToRead;
    const change = changes[at];
    // Text that could not be read again is as good as a command's: somebody changed the file.
    return change ? { change } : { command: edit.command ?? 'write' };
  });
  const net = netChange(steps);
  let left = maxLines;
  const fits = (lines: number) => {
    left -= lines;
    return left >= 0;
  };
  const hunks = net.hunks.filter(({ lines }) => fits(lines.length));
  const loose = new Set(net.loose.map((step) => counted[step] as number));
  for (const [at, { edit }] of edits.entries()) if (edit.isRetracted) loose.add(at);
  const shown = edits.map(({ edit }, at) => {
    const change = changes[at];
    const own = loose.has(at) && change ? hunksOf(change) : undefined;
    const isShown = own !== undefined && fits(own.reduce((sum, { lines }) => sum + lines.length, 0));
    return { edit, ...(isShown && own && { hunks: own }) };
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
    isCut: left < 0,
  };
}

/** The change an edit made, with its whole text. Undefined for a command, and where the text is gone. */
function changeOf({ edit, read }: EditToRead): FileChange | undefined {
  if (edit.change === 'command' || !read) return undefined;
  const { stored } = read;
  const isCut = stored.clipped?.changes !== undefined;
  const entry = isCut ? wholeEntry(read.agentId, read.events, stored) : stored;
  return entry?.kind === 'tool' ? entry.changes?.[edit.place] : undefined;
}
