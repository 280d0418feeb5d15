import { type Entry, type EntryKind, entryKinds, type ToolKind } from '../entry.ts';

export interface FileTotal {
  path: string;
  added: number;
  removed: number;
  /** Calls that changed the file. */
  edits: number;
}

/** Running counts over entries; an entry that changes is taken out and put in again. */
export class Tally {
  readonly kinds: Record<EntryKind, number>;
  readonly tools: Map<ToolKind, number>;
  readonly files: Map<string, FileTotal>;
  errors: number;
  denials: number;
  /** The last sequence of anything but bookkeeping; what is retracted later does not lower it. */
  material: number;

  constructor(saved?: SavedTally) {
    this.kinds = Object.fromEntries(
      entryKinds.map((kind) => [kind, saved?.kinds[kind] ?? 0]),
    ) as Tally['kinds'];
    this.tools = new Map(saved?.tools);
    this.files = new Map(saved?.files.map((file) => [file.path, { ...file }]));
    this.errors = saved?.errors ?? 0;
    this.denials = saved?.denials ?? 0;
    this.material = saved?.material ?? 0;
  }

  apply(entry: Entry, sign: 1 | -1): void {
    this.kinds[entry.kind] += sign;
    if (!isBookkeeping(entry)) this.material = Math.max(this.material, entry.sequences.at(-1) ?? 0);
    if (entry.kind === 'error') this.errors += sign;
    if (entry.kind === 'approval' && entry.decision === 'denied') this.denials += sign;
    if (!('outcome' in entry)) return;
    // Beside the call it is about, or beside any call: counted there.
    if (entry.kind === 'decision' && (entry.about === 'permission' || entry.about === 'mode')) return;
    this.tools.set(entry.tool, (this.tools.get(entry.tool) ?? 0) + sign);
    if (entry.outcome === 'error') this.errors += sign;
    // A plan sent back and a question dismissed are answers: nothing was kept from running.
    if (entry.outcome === 'denied' && entry.kind !== 'decision') this.denials += sign;
    // A call that is still running, failed or was refused has changed nothing.
    if (entry.kind === 'tool' && (entry.outcome === 'ok' || entry.outcome === 'unknown'))
      this.#touch(entry.changes, sign);
  }

  #touch(changes: Extract<Entry, { kind: 'tool' }>['changes'], sign: 1 | -1): void {
    for (const change of changes ?? []) {
      const path = change.movedTo ?? change.path;
      const total = this.files.get(path) ?? { path, added: 0, removed: 0, edits: 0 };
      total.added += sign * change.added;
      total.removed += sign * change.removed;
      total.edits += sign;
      if (total.edits === 0) this.files.delete(path);
      else this.files.set(path, total);
    }
  }

  save(): SavedTally {
    return {
      kinds: { ...this.kinds },
      tools: [...this.tools],
      files: [...this.files.values()],
      errors: this.errors,
      denials: this.denials,
      material: this.material,
    };
  }
}

/** What an agent notes of itself: whoever has judged the session need not look again because of it. */
const isBookkeeping = ({ kind }: Entry): boolean => kind === 'notice' || kind === 'compaction';

export interface SavedTally {
  kinds: Record<EntryKind, number>;
  tools: [ToolKind, number][];
  files: FileTotal[];
  errors: number;
  denials: number;
  /** Absent in what was saved before it was counted. */
  material?: number;
}
