import type { ChangedFile, Edit, SoftEdit } from '../reading/edit.ts';

/** One edit of one file. */
export interface FileEdit {
  entry: string;
  lane: number;
  index: number;
  turn: number;
  sequence: number;
  path: string;
  movedTo?: string;
  /** `command`: a command wrote, deleted or moved it; what it wrote is not recorded. */
  change: ChangedFile['change'] | 'command';
  command?: SoftEdit['change'];
  added: number;
  removed: number;
  isRetracted: boolean;
  /** Which of the entry's changes it is. */
  place: number;
}

/** A call that showed the file to the agent. */
export interface FileSight {
  entry: string;
  lane: number;
  index: number;
}

/** A file under the name it has in the end, with its edits in order. */
export interface FileHistory {
  path: string;
  was?: string;
  edits: FileEdit[];
  sights: FileSight[];
}

/** The files of a session from its list of edits, in the order of their first edit. */
export function fileHistories(edits: Iterable<Edit>): FileHistory[] {
  const known = new Map<string, Extract<Edit, { kind: 'edit' }>>();
  const retracted = new Set<string>();
  const sights = new Map<string, FileSight[]>();
  for (const edit of edits) {
    if (edit.kind === 'edit') known.set(edit.entry, edit);
    else if (edit.kind === 'sight') {
      const { entry, lane, index } = edit;
      const some = sights.get(edit.path);
      if (some) some.push({ entry, lane, index });
      else sights.set(edit.path, [{ entry, lane, index }]);
    } else {
      for (const { entry, lane, index } of known.values()) {
        if (lane === edit.lane && index >= edit.from) retracted.add(entry);
      }
    }
  }
  const files = new Files(sights);
  for (const edit of known.values()) {
    const { entry, lane, index, turn, sequence } = edit;
    const base = { entry, lane, index, turn, sequence, isRetracted: retracted.has(entry) };
    for (const [place, { path, change, added, removed, movedTo }] of edit.files.entries()) {
      files.add({ ...base, path, change, added, removed, place, ...(movedTo !== undefined && { movedTo }) });
    }
    for (const { path, change } of edit.soft ?? []) {
      files.add({ ...base, path, change: 'command', command: change, added: 0, removed: 0, place: -1 });
    }
  }
  return files.list();
}

class Files {
  readonly #histories: FileHistory[] = [];
  readonly #byPath = new Map<string, FileHistory>();
  /** Paths by their last part: a command may name a file from another folder. */
  readonly #byName = new Map<string, Set<string>>();
  readonly #sights: ReadonlyMap<string, FileSight[]>;

  constructor(sights: ReadonlyMap<string, FileSight[]>) {
    this.#sights = sights;
  }

  add(edit: FileEdit): void {
    const path = edit.change === 'command' ? this.#resolve(edit.path) : edit.path;
    const history = this.#byPath.get(path) ?? this.#begin(path);
    history.edits.push(edit);
    if (edit.movedTo === undefined || edit.isRetracted || edit.movedTo === path) return;
    this.#byPath.delete(path);
    history.was ??= path;
    history.path = edit.movedTo;
    history.sights = [...history.sights, ...(this.#sights.get(edit.movedTo) ?? [])];
    this.#name(edit.movedTo, history);
  }

  list(): FileHistory[] {
    return this.#histories;
  }

  #begin(path: string): FileHistory {
    const history: FileHistory = { path, edits: [], sights: this.#sights.get(path) ?? [] };
    this.#histories.push(history);
    this.#name(path, history);
    return history;
  }

  #name(path: string, history: FileHistory): void {
    this.#byPath.set(path, history);
    const name = lastPart(path);
    const paths = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, paths.add(path));
  }

  /** The one file that is known under a longer path, else the path itself. */
  #resolve(path: string): string {
    if (this.#byPath.has(path)) return path;
    const plain = path.replace(/^\.\//, '');
    const found = [...(this.#byName.get(lastPart(plain)) ?? [])].filter(
      (known) => this.#byPath.has(known) && known.endsWith(`/${plain}`),
    );
    return found.length === 1 ? (found[0] as string) : path;
  }
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
