import { type CallStart, draftCall } from '../calls/call.ts';
import { refusalWords, settled } from '../calls/decision.ts';
import { toolKind } from '../calls/tool.ts';
import type { Attachment, Call, Draft, Entry, FileChange, Outcome } from '../entry.ts';
import { clip, first, isBlank, obj } from '../json.ts';
import type { Store } from '../store.ts';
import type { EntryPen } from './entry-pen.ts';
import { promptKey } from './lane-pen.ts';

export interface CallEnd {
  output?: string | undefined;
  outcome: Outcome;
  exitCode?: number | undefined;
  durationMs?: number | undefined;
  changes?: FileChange[] | undefined;
  attachments?: Attachment[] | undefined;
  /** Of a call that asked a person: the answers by question, where they are recorded as data. */
  answers?: unknown;
  /** A person refused: the entry of their decision is written too, with their words where there are any. */
  refusedBy?: 'person' | undefined;
  /** Used when the result came without its call. */
  name?: string | undefined;
}

const unnamedTool = 'unknown tool';

/** Writes tool calls and brings their results to them. */
export class CallPen {
  readonly #pen: EntryPen;
  readonly #store: Store;

  constructor(pen: EntryPen, store: Store) {
    this.#pen = pen;
    this.#store = store;
  }

  call(callId: string | undefined, start: CallStart): void {
    const { name, input, outcome = 'running' } = start;
    const key = callId === undefined || callId === '' ? this.#nameless() : `call:${callId}`;
    const old = this.#store.get(key);
    if (old !== undefined && 'outcome' in old) {
      const fresh = isBlank(old.input) && !isBlank(input) ? draftCall(start) : {};
      const { entries, ...patch } = fresh as { entries?: Entry[] };
      // A sub-agent may have begun to speak already: its entries stay.
      const begun = old.kind !== 'subagent' && entries !== undefined ? { entries } : {};
      this.#pen.change(key, { ...patch, ...begun, ...this.#foretold(old), outcome: old.outcome });
      return;
    }
    this.#pen.put({ ...draftCall(start), outcome }, key);
    const prompt = first(obj(input).prompt, obj(input).message);
    if ((start.kind ?? toolKind(name)) === 'task' && prompt !== undefined) {
      const asked = this.#pen.global<string[]>(promptKey(prompt)) ?? [];
      this.#pen.setGlobal(promptKey(prompt), [...asked, key]);
    }
  }

  /** Of a result that was written before its call: the patch that was really applied, and how long it took. */
  #foretold(old: Entry & Call): Partial<Draft> {
    if (old.name !== unnamedTool) return {};
    const took =
      old.at === undefined || this.#pen.at === undefined ? -1 : Date.parse(old.at) - Date.parse(this.#pen.at);
    const changes = old.kind === 'tool' ? old.changes : undefined;
    return {
      ...(changes && { changes, title: changes.map((change) => change.path).join(', ') }),
      ...(took >= 0 && {
        durationMs: old.durationMs ?? took,
        ...(this.#pen.at !== undefined && { at: this.#pen.at }),
      }),
    };
  }

  result(callId: string | undefined, end: CallEnd): void {
    const key = this.#pair(callId);
    const { output, exitCode, durationMs, changes, attachments, outcome } = end;
    const old = key === undefined ? undefined : this.#store.get(key);
    const since =
      old?.at === undefined || this.#pen.at === undefined
        ? undefined
        : Date.parse(this.#pen.at) - Date.parse(old.at);
    // Launched in the background: how long it took is known when it is over.
    // Nothing between two times is no duration: some agents write call and result in one record.
    const took =
      outcome === 'running'
        ? undefined
        : (durationMs ?? (old && 'durationMs' in old ? old.durationMs : undefined) ?? (since || undefined));
    const patch: Partial<Call> & { changes?: FileChange[]; attachments?: Attachment[] } = {
      outcome,
      ...(output !== undefined && { output }),
      ...(exitCode !== undefined && { exitCode }),
      ...(took !== undefined && took >= 0 && { durationMs: took }),
      ...(changes !== undefined && { changes, ...titleOf(old, changes) }),
      ...(attachments !== undefined && { attachments }),
      ...(old?.kind === 'decision' && settled(old, end)),
    };
    if (key !== undefined && this.#pen.change(key, patch as Partial<Draft>)) {
      if (outcome === 'running') this.#store.answered(key);
      if (end.refusedBy === 'person' && old !== undefined && old.kind !== 'decision')
        this.#refused(old, output);
      return;
    }
    const orphan = draftCall({ name: end.name ?? unnamedTool });
    this.#pen.put({ ...orphan, ...patch } as Draft, callId ? `call:${callId}` : undefined);
  }

  #refused(call: Entry, output = ''): void {
    const words = refusalWords(output);
    const what = 'title' in call ? call.title : '';
    const [name, tool] = 'tool' in call ? [call.name, call.tool] : ['permission', 'other' as const];
    this.#pen.put({
      kind: 'decision',
      about: 'permission',
      verdict: 'denied',
      ...{ name, tool, title: what, outcome: 'denied', text: what, call: call.id },
      ...(words !== undefined && { words }),
    });
  }

  /**
   * The turn is over, so calls without a result will not get one: those of this conversation, or with
   * `everywhere` those of the whole session. A call that went to the background has its answer and stays.
   */
  abandon(outcome: Outcome = 'interrupted', everywhere = false): void {
    for (const key of this.#store.unanswered(everywhere)) {
      const call = this.#store.get(key);
      this.#pen.change(key, { outcome, ...(call?.kind === 'decision' && settled(call, { outcome })) });
    }
    this.#pen.remember('nameless', undefined);
  }

  /** The slot of a call: by id, else the oldest call in this conversation that has no id at all. */
  #pair(callId: string | undefined): string | undefined {
    if (callId && this.#store.get(`call:${callId}`) !== undefined) return `call:${callId}`;
    const waiting = this.#pen.recall<string[]>('nameless') ?? [];
    const key = waiting.shift();
    if (key !== undefined) this.#pen.remember('nameless', waiting);
    return key;
  }

  #nameless(): string {
    const waiting = this.#pen.recall<string[]>('nameless') ?? [];
    const key = `call:#${this.#pen.serial()}`;
    this.#pen.remember('nameless', [...waiting, key].slice(-64));
    return key;
  }
}

/** A call is called by what it really changed; what the call said itself stays as it was written. */
function titleOf(old: Entry | undefined, changes: readonly FileChange[]): { title?: string } {
  const title = changes.map(({ path }) => path).join(', ');
  return old?.kind === 'tool' && old.title === clip(title, 200) ? {} : { title };
}
