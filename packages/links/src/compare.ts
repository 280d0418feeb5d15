import type { CommitFacts } from './commit.ts';
import { unpackHashes } from './line.ts';
import type { SessionEdit, SessionFacts, SessionFile } from './session.ts';

/** What a session and a commit have in common. */
export interface Overlap {
  /** Lines of the commit that the session had added by then, and how many of its lines are known. */
  lines: number;
  ofLines: number;
  /** Lines that the session added at all. */
  ofSession: number;
  /** Files of the commit that the session had edited by then. */
  files: number;
  ofFiles: number;
  /** The commit adds nothing, and the session removed as many lines of each of its files as it does, or the file. */
  sameRemoval: boolean;
  /** Milliseconds from the last edit they share to the commit; undefined where the agent records no time. */
  gap: number | undefined;
  /** The time of that edit. */
  at: number | undefined;
  /** Events that wrote what they share. */
  lineSequences: number[];
  fileSequences: number[];
}

/** Clocks of a machine and of an agent's records differ a little. */
const slack = 2 * 60_000;
/** Events that are named as evidence. */
export const maxSequences = 20;

interface EditedFile extends Omit<SessionFile, 'first' | 'last'> {
  first: SessionEdit;
  last: SessionEdit;
}

/** A session prepared for being compared with many commits. */
export class ComparableSession {
  readonly #lines = new Map<number, SessionEdit>();
  /** The edits of files by the last part of their path. */
  readonly #files = new Map<string, EditedFile[]>();
  /** Times of its first and last edit; without bounds where the agent records no time. */
  readonly #from: number;
  readonly #to: number;

  constructor({ lines, lineEdits, edits, files }: SessionFacts) {
    const times = edits.map(({ at }) => at);
    this.#from = times.reduce<number>((a, at) => Math.min(a, at ?? -Infinity), Infinity);
    this.#to = times.reduce<number>((a, at) => Math.max(a, at ?? Infinity), -Infinity);
    const places = unpackHashes(lineEdits) ?? [];
    for (const [index, hash] of (unpackHashes(lines) ?? []).entries()) {
      const edit = edits[places[index] ?? -1];
      if (edit) this.#lines.set(hash, edit);
    }
    for (const file of files) {
      const [first, last] = [edits[file.first], edits[file.last]];
      const name = lastPart(file.path);
      const same = this.#files.get(name) ?? [];
      if (first && last) this.#files.set(name, [...same, { ...file, first, last }]);
    }
  }

  /** False when all its edits came after the commit, or more than `gap` before. Cheap, unlike `overlap`. */
  isNear(commit: CommitFacts, gap: number): boolean {
    return this.#from <= whenChanged(commit) + slack && Date.parse(commit.authoredAt) - this.#to <= gap;
  }

  overlap(commit: CommitFacts): Overlap {
    const until = whenChanged(commit) + slack;
    const had = ({ at }: SessionEdit): boolean => at === undefined || at <= until;
    const hashes = hashesOf(commit);
    const writers = hashes.flatMap((hash) => this.#lines.get(hash) ?? []).filter(had);
    const files = commit.files.map(({ path }) => this.#edited(path));
    const edits = files.flatMap((file) =>
      file && had(file.first) ? [had(file.last) ? file.last : file.first] : [],
    );
    const at = lastOf(writers.length > 0 ? writers : edits);
    return {
      lines: writers.length,
      ofLines: hashes.length,
      ofSession: this.#lines.size,
      files: edits.length,
      ofFiles: Math.max(commit.fileCount, commit.files.length),
      sameRemoval: isSameRemoval(commit, files),
      // An amended commit keeps its first author time, so what was edited after that is no gap.
      gap: at === undefined ? undefined : Math.max(0, Date.parse(commit.authoredAt) - at),
      at,
      lineSequences: sequencesOf(writers),
      fileSequences: sequencesOf(edits),
    };
  }

  /** The file of the session that a path of the repository means: paths of agents are longer, or the same. */
  #edited(path: string): EditedFile | undefined {
    return this.#files
      .get(lastPart(path))
      ?.find((file) => file.path === path || file.path.endsWith(`/${path}`));
  }
}

/** One commit is compared with many sessions. */
const unpacked = new WeakMap<CommitFacts, readonly number[]>();

function hashesOf(commit: CommitFacts): readonly number[] {
  const hashes = unpacked.get(commit) ?? unpackHashes(commit.addedLines) ?? [];
  unpacked.set(commit, hashes);
  return hashes;
}

/**
 * When the content of a commit was settled. Amending keeps the author's time and changes the other one; a rebase does so
 * too, but weeks later.
 */
function whenChanged({ authoredAt, committedAt }: CommitFacts): number {
  const [authored, committed] = [Date.parse(authoredAt), Date.parse(committedAt)];
  return committed - authored < amendedWithin ? committed : authored;
}

const amendedWithin = 24 * 60 * 60_000;
const minRemoved = 3;

function isSameRemoval({ files: changed }: CommitFacts, files: readonly (EditedFile | undefined)[]): boolean {
  const removed = changed.reduce((sum, file) => sum + file.removed, 0);
  return (
    removed >= minRemoved &&
    changed.every(({ added, removed }, index) => {
      const file = files[index];
      return added === 0 && (file?.isDeleted === true || file?.removed === removed);
    })
  );
}

const lastOf = (edits: readonly { at?: number }[]): number | undefined =>
  edits.reduce<number | undefined>(
    (last, { at }) => (at === undefined ? last : Math.max(last ?? at, at)),
    undefined,
  );

const sequencesOf = (edits: readonly SessionEdit[]): number[] =>
  [...new Set(edits.map(({ sequence }) => sequence))].sort((a, b) => a - b).slice(0, maxSequences);

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
