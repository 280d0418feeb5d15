import type { Entry, EntryWrite, FileChange, Tool, Written } from '@debrief/transcript';
import { addedHashes } from './added.ts';
import { packHashes, unpackHashes } from './line.ts';
import { printedCommits } from './printed.ts';
import { pullRequestsIn } from './pull-request.ts';
import {
  type PrintedCommit,
  type PullRequestMention,
  type SessionEdit,
  type SessionFacts,
  type SessionFile,
  sessionLimits,
} from './session.ts';
import { scriptOf, textWrittenBy } from './shell.ts';

/** A file that a call changes. */
interface CallFile {
  path: string;
  /** Lines removed less lines added; missing where a command writes it. */
  removed?: number;
  isDeleted?: boolean;
}

/** A call whose result has not come yet: what it would add. */
interface OpenCall {
  sequence: number;
  at?: number;
  name: string;
  script?: string;
  files: CallFile[];
  hashes: number[];
}

/** JSON through and through; to be kept beside the state of the transcript's fold. */
export interface SessionFoldState {
  facts: SessionFacts;
  open: [id: string, call: OpenCall][];
}

export interface SessionFold {
  /** What became readable with one feed of the transcript's fold, in any pieces: the facts are the same. */
  feed(written: Pick<Written, 'entries' | 'edits'>): void;
  facts(): SessionFacts;
  state(): SessionFoldState;
}

const maxOpen = 200;
const longestScript = 100_000;

/** Collects what commits of a session can be recognised by. Bounded, whatever the session's length. */
export function createSessionFold(state?: SessionFoldState): SessionFold {
  const fold = new Fold(state);
  return {
    feed: (written) => fold.feed(written),
    facts: () => fold.facts(),
    state: () => ({ facts: fold.facts(), open: structuredClone([...fold.open]) }),
  };
}

class Fold {
  readonly open: Map<string, OpenCall>;
  #from: string | undefined;
  #to: string | undefined;
  readonly #lines = new Map<number, number>();
  readonly #edits: SessionEdit[];
  readonly #bySequence: Map<number, number>;
  readonly #files: Map<string, SessionFile>;
  readonly #commits: PrintedCommit[];
  readonly #pullRequests: Map<string, PullRequestMention>;

  constructor(state?: SessionFoldState) {
    const saved = structuredClone(state);
    this.open = new Map(saved?.open);
    this.#from = saved?.facts.from;
    this.#to = saved?.facts.to;
    const [lines, places] = [saved?.facts.lines, saved?.facts.lineEdits].map(
      (packed) => unpackHashes(packed ?? '') ?? [],
    );
    for (const [index, hash] of (lines ?? []).entries()) this.#lines.set(hash, places?.[index] ?? 0);
    this.#edits = saved?.facts.edits ?? [];
    this.#bySequence = new Map(this.#edits.map(({ sequence }, place) => [sequence, place]));
    this.#files = new Map(saved?.facts.files.map((file) => [file.path, file]));
    this.#commits = saved?.facts.commits ?? [];
    this.#pullRequests = new Map(saved?.facts.pullRequests.map((one) => [one.url, one]));
  }

  feed({ entries, edits }: Pick<Written, 'entries' | 'edits'>): void {
    const soft = new Map(
      edits.flatMap((edit) => (edit.kind === 'edit' && edit.soft ? [[edit.entry, edit.soft] as const] : [])),
    );
    for (const write of entries) {
      const call = this.#take(write);
      const written = call && soft.get(write.id);
      if (!written) continue;
      const place = this.#edit(call.sequence, call.at);
      for (const { path, change } of written) this.#edited({ path, isDeleted: change === 'delete' }, place);
    }
  }

  facts(): SessionFacts {
    return structuredClone({
      ...(this.#from !== undefined && { from: this.#from }),
      ...(this.#to !== undefined && { to: this.#to }),
      lines: packHashes([...this.#lines.keys()]),
      lineEdits: packHashes([...this.#lines.values()]),
      edits: this.#edits,
      files: [...this.#files.values()],
      commits: this.#commits,
      pullRequests: [...this.#pullRequests.values()],
    });
  }

  /** Answers the call that has ended with this. */
  #take({ id, part, isNew }: EntryWrite): OpenCall | undefined {
    if (part.at !== undefined) {
      if (this.#from === undefined || part.at < this.#from) this.#from = part.at;
      if (this.#to === undefined || part.at > this.#to) this.#to = part.at;
    }
    if (part.kind === 'notice' && part.label === 'pull request') {
      this.#mention(pullRequestsIn(part.text ?? ''), part.sequences?.[0] ?? 0);
    }
    const call = isNew && isTool(part) ? opened(part) : this.open.get(id);
    if (!call) return undefined;
    const later = part as Partial<Tool>;
    if (later.changes) Object.assign(call, changesOf(later.changes));
    Object.assign(call, scriptFacts(later));
    const outcome = later.outcome ?? (isNew ? 'unknown' : 'running');
    if (outcome === 'running') {
      this.open.set(id, call);
      this.#bound();
      return undefined;
    }
    this.open.delete(id);
    if (outcome === 'ok' || outcome === 'unknown') this.#count(call);
    // A command may fail after it has committed, so its output is read all the same.
    if (outcome !== 'denied') this.#read(call, later.output ?? '');
    return call;
  }

  /** Calls that never end must not pile up, nor what they would write. */
  #bound(): void {
    let lines = 0;
    for (const { hashes } of this.open.values()) lines += hashes.length;
    for (const [id, { hashes }] of this.open) {
      if (this.open.size <= maxOpen && lines <= sessionLimits.lines) return;
      this.open.delete(id);
      lines -= hashes.length;
    }
  }

  #count(call: OpenCall): void {
    if (call.hashes.length === 0 && call.files.length === 0) return;
    const edit = this.#edit(call.sequence, call.at);
    for (const file of call.files) this.#edited(file, edit);
    for (const hash of call.hashes) {
      if (this.#lines.has(hash)) continue;
      if (this.#lines.size >= sessionLimits.lines) break;
      this.#lines.set(hash, edit);
    }
  }

  /** The place of an edit in the list; past the limit the last one stands for the rest. */
  #edit(sequence: number, at: number | undefined): number {
    const known = this.#bySequence.get(sequence);
    if (known !== undefined) return known;
    const place = Math.min(this.#edits.length, sessionLimits.edits - 1);
    if (place < this.#edits.length) return place;
    this.#edits.push({ sequence, ...(at !== undefined && { at }) });
    this.#bySequence.set(sequence, place);
    return place;
  }

  #edited({ path, removed, isDeleted }: CallFile, edit: number): void {
    if (path === '' || path.length > sessionLimits.path) return;
    const known = this.#files.get(path);
    if (!known && this.#files.size >= sessionLimits.files) return;
    const before = known ? known.removed : 0;
    this.#files.set(path, {
      path,
      first: known?.first ?? edit,
      last: Math.max(known?.last ?? edit, edit),
      ...(before !== undefined && removed !== undefined && { removed: before + removed }),
      ...(isDeleted && { isDeleted }),
    });
  }

  #read(call: OpenCall, output: string): void {
    for (const { sha, subjectHash } of printedCommits(call.script, output)) {
      if (this.#commits.length >= sessionLimits.commits) break;
      const { sequence, at } = call;
      this.#commits.push({ sha, subjectHash, sequence, ...(at !== undefined && { at }) });
    }
    if (isOpening(call)) this.#mention(pullRequestsIn(output).slice(-1), call.sequence);
  }

  #mention(urls: readonly string[], sequence: number): void {
    for (const url of urls) {
      if (this.#pullRequests.size >= sessionLimits.pullRequests) return;
      if (!this.#pullRequests.has(url)) this.#pullRequests.set(url, { url, sequence });
    }
  }
}

const isTool = (part: Partial<Entry>): part is Tool => part.kind === 'tool';

function opened(entry: Tool): OpenCall {
  const at = entry.at === undefined ? Number.NaN : Date.parse(entry.at);
  return {
    sequence: entry.sequences[0] ?? 0,
    ...(Number.isFinite(at) && { at }),
    name: entry.name.slice(0, 100),
    files: [],
    hashes: [],
  };
}

const changesOf = (changes: readonly FileChange[]): Pick<OpenCall, 'files' | 'hashes'> => ({
  files: changes
    .flatMap(({ path, change, movedTo, added, removed }): CallFile[] => [
      { path, removed: removed - added, isDeleted: change === 'delete' },
      ...(movedTo === undefined ? [] : [{ path: movedTo }]),
    ])
    .slice(0, sessionLimits.files),
  hashes: addedHashes(changes),
});

/** Text that a command writes into a file is text the session added. */
function scriptFacts({ tool, input, changes }: Partial<Tool>): Partial<OpenCall> {
  const script = tool === undefined || tool === 'shell' ? scriptOf(input) : undefined;
  if (script === undefined || script.length > longestScript) return {};
  if (changes) return { script };
  const written = textWrittenBy(script);
  return {
    script,
    ...(written.length > 0 && {
      hashes: addedHashes(written),
      files: written.map(({ path }) => ({ path })),
    }),
  };
}

/** A call that opens a pull request or a merge request. */
const isOpening = ({ name, script }: OpenCall): boolean =>
  script === undefined
    ? /create_(?:pull_request|merge_request)$/.test(name)
    : /\bgh\s+pr\s+create\b|\bglab\s+mr\s+create\b|\bhub\s+pull-request\b/.test(script);
