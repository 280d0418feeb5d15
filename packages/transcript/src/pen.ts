import { type CallStart, draftCall } from './calls/call.ts';
import { refusalWords, settled } from './calls/decision.ts';
import { toolKind } from './calls/tool.ts';
import type { Attachment, Call, Draft, Entry, FileChange, Outcome } from './entry.ts';
import type { SubagentMark } from './envelope.ts';
import { first, hash, isBlank, obj } from './json.ts';
import type { Session, SessionFacts, TitleRank } from './session.ts';
import type { Store } from './store.ts';
import type { Ledger, Spend } from './totals/usage.ts';

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
export interface LaneStart extends SubagentMark {
  /** The first words of the sub-agent's transcript, to find the call that started it. */
  prompt?: string;
}

/** What an agent's reader writes with. One per transcript; `begin` turns to the next record. */
export class Pen {
  /** The record has become (part of) an entry. */
  wrote = false;
  /** The record is bookkeeping of the agent, counted under this name. */
  label: string | undefined;
  at: string | undefined;
  lane: string | undefined;
  #sequence = 0;
  readonly #store: Store;
  readonly #ledger: Ledger;
  readonly #session: Session;
  readonly #memory: Map<string, unknown>;

  constructor(store: Store, ledger: Ledger, session: Session, memory: Map<string, unknown>) {
    this.#store = store;
    this.#ledger = ledger;
    this.#session = session;
    this.#memory = memory;
  }

  begin(sequences: number[], at: string | undefined): void {
    this.wrote = false;
    this.label = undefined;
    this.lane = undefined;
    this.at = at;
    this.#sequence = sequences[0] ?? 0;
    this.#store.begin({ sequences, lane: undefined });
    if (at !== undefined) this.#session.at(at);
  }

  // --- entries

  /** A new entry, or the new state of the one under `key`. */
  put(given: Draft, key?: string): void {
    this.wrote = true;
    const draft = given.kind === 'thinking' ? thoughtOf(given, key ? this.get(key) : undefined) : given;
    if (key !== undefined && this.#store.change(key, draft)) return;
    this.#store.add({ ...(this.at !== undefined && { at: this.at }), ...draft }, key);
  }

  /** Completes the entry under `key`; false when there is none. */
  change(key: string, patch: Partial<Draft>): boolean {
    const done = this.#store.change(key, patch);
    if (done) this.wrote = true;
    return done;
  }

  /** Adds to the text of the entry under `key`; false when there is none. */
  append(key: string, text: string): boolean {
    const done = this.#store.append(key, text);
    if (done) this.wrote = true;
    return done;
  }

  get(key: string): Entry | undefined {
    return this.#store.get(key);
  }

  /** The record says nothing a person reads. */
  meta(label: string): void {
    this.label ??= label;
  }

  /**
   * One thing said on several channels of the same file (Codex writes most messages two or three times):
   * the second telling joins the first instead of repeating it.
   */
  once(role: string, content: string, channel: string, draft: Draft): void {
    const mark = hash(`${role}\u0000${content.trim()}`);
    const recent = this.recall<[number, string, string, number][]>('recent') ?? [];
    const twin = recent.find(
      ([h, , channels, since]) => h === mark && !channels.includes(channel) && this.#sequence - since < 64,
    );
    const old = twin && this.get(twin[1]);
    const news =
      old && 'text' in old && old.text === '' && 'text' in draft && draft.text ? { text: draft.text } : {};
    if (twin !== undefined && this.change(twin[1], news as Partial<Draft>)) {
      twin[2] += channel;
      return;
    }
    const key = `once:${this.#sequence}.${mark}`;
    this.put(draft, key);
    recent.push([mark, key, channel, this.#sequence]);
    const gone = recent.length > 24 ? recent.shift() : undefined;
    if (gone !== undefined) this.#store.forget(gone[1]);
    this.remember('recent', recent);
  }

  // --- tool calls and their results

  call(callId: string | undefined, start: CallStart): void {
    const { name, input, outcome = 'running' } = start;
    const key = callId === undefined || callId === '' ? this.#nameless() : `call:${callId}`;
    const old = this.#store.get(key);
    if (old !== undefined && 'outcome' in old) {
      const fresh = isBlank(old.input) && !isBlank(input) ? draftCall(start) : {};
      // A sub-agent may have begun to speak already: its entries stay.
      const { entries: _, ...patch } = fresh as { entries?: Entry[] };
      this.change(key, { ...patch, ...this.#foretold(old), outcome: old.outcome });
      return;
    }
    this.put({ ...draftCall(start), outcome }, key);
    const prompt = first(obj(input).prompt, obj(input).message);
    if ((start.kind ?? toolKind(name)) === 'task' && prompt !== undefined) {
      const asked = this.global<string[]>(promptKey(prompt)) ?? [];
      this.setGlobal(promptKey(prompt), [...asked, key]);
    }
  }

  /** Of a result that was written before its call: the patch that was really applied, and how long it took. */
  #foretold(old: Entry & Call): Partial<Draft> {
    if (old.name !== unnamedTool) return {};
    const took =
      old.at === undefined || this.at === undefined ? -1 : Date.parse(old.at) - Date.parse(this.at);
    const changes = old.kind === 'tool' ? old.changes : undefined;
    return {
      ...(changes && { changes, title: changes.map((change) => change.path).join(', ') }),
      ...(took >= 0 && { durationMs: old.durationMs ?? took, ...(this.at !== undefined && { at: this.at }) }),
    };
  }

  result(callId: string | undefined, end: CallEnd): void {
    const key = this.#pair(callId);
    const { output, exitCode, durationMs, changes, attachments, outcome } = end;
    const old = key === undefined ? undefined : this.#store.get(key);
    const since =
      old?.at === undefined || this.at === undefined ? undefined : Date.parse(this.at) - Date.parse(old.at);
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
      ...(changes !== undefined && { changes, title: changes.map((change) => change.path).join(', ') }),
      ...(attachments !== undefined && { attachments }),
      ...(old?.kind === 'decision' && settled(old, end)),
    };
    if (key !== undefined && this.change(key, patch as Partial<Draft>)) {
      if (outcome === 'running') this.#store.answered(key);
      if (end.refusedBy === 'person' && old !== undefined && old.kind !== 'decision')
        this.#refused(old, output);
      return;
    }
    const orphan = draftCall({ name: end.name ?? unnamedTool });
    this.put({ ...orphan, ...patch } as Draft, callId ? `call:${callId}` : undefined);
  }

  #refused(call: Entry, output = ''): void {
    const words = refusalWords(output);
    const what = 'title' in call ? call.title : '';
    const [name, tool] = 'tool' in call ? [call.name, call.tool] : ['permission', 'other' as const];
    this.put({
      kind: 'decision',
      about: 'permission',
      verdict: 'denied',
      ...{ name, tool, title: what, outcome: 'denied', text: what, call: call.id },
      ...(words !== undefined && { words }),
    });
  }

  /** A permission mode as a record states it; written when it is another than before. */
  mode(mode: string | undefined): void {
    if (mode === undefined || mode === '') return;
    const before = this.recall<string>('mode');
    this.remember('mode', mode);
    if (before === undefined || before === mode) return;
    const title = `${before} → ${mode}`;
    this.put({
      kind: 'decision',
      about: 'mode',
      verdict: 'switched',
      ...{ name: 'permission mode', tool: 'other', title, outcome: 'ok', text: title, mode },
    });
  }

  /**
   * The turn is over, so calls without a result will not get one: those of this conversation, or with
   * `everywhere` those of the whole session. A call that went to the background has its answer and stays.
   */
  abandon(outcome: Outcome = 'interrupted', everywhere = false): void {
    for (const key of this.#store.unanswered(everywhere)) {
      const call = this.#store.get(key);
      this.change(key, { outcome, ...(call?.kind === 'decision' && settled(call, { outcome })) });
    }
    this.remember('nameless', undefined);
  }

  /** The slot of a call: by id, else the oldest call in this conversation that has no id at all. */
  #pair(callId: string | undefined): string | undefined {
    if (callId && this.#store.get(`call:${callId}`) !== undefined) return `call:${callId}`;
    const waiting = this.recall<string[]>('nameless') ?? [];
    const key = waiting.shift();
    if (key !== undefined) this.remember('nameless', waiting);
    return key;
  }

  #nameless(): string {
    const waiting = this.recall<string[]>('nameless') ?? [];
    const key = `call:#${this.serial()}`;
    this.remember('nameless', [...waiting, key].slice(-64));
    return key;
  }

  // --- sub-agents

  /** Everything written from here on belongs to the sub-agent. */
  enter(start: LaneStart): void {
    const { id, callId, prompt, parent, type } = start;
    const slot = this.#store.laneSlot(id);
    if (slot === undefined) {
      const asked = prompt === undefined ? [] : (this.global<string[]>(promptKey(prompt)) ?? []);
      const byPrompt = asked.find((key) => this.#unbound(key));
      const byCall = callId !== undefined && this.#unbound(`call:${callId}`) ? `call:${callId}` : undefined;
      const key = byCall ?? byPrompt ?? `lane:${id}`;
      if (byCall === undefined && byPrompt === undefined) {
        this.#store.moveTo(parent);
        const title = start.name ?? type ?? 'Sub-agent';
        const draft = {
          kind: 'subagent',
          tool: 'task',
          name: 'subagent',
          title,
          outcome: 'unknown',
          entries: [],
        } as const;
        this.put({ ...draft, entries: [], ...(prompt && { prompt }) }, key);
      }
      this.#store.bindLane(id, key);
      this.change(key, { agentId: id, ...(type && { agentType: type }) });
    } else if (type !== undefined) {
      const known = this.#store.get(slot);
      if (known?.kind === 'subagent' && known.agentType === undefined) this.change(slot, { agentType: type });
    }
    // Opening the sub-agent is not yet telling what the record says.
    this.wrote = false;
    this.lane = id;
    this.#store.moveTo(id);
  }

  /** A result names the sub-agent its call started. */
  bind(callId: string, lane: string, type?: string): void {
    const key = `call:${callId}`;
    const call = this.#store.get(key);
    const slot = this.#store.laneSlot(lane);
    if (call?.kind !== 'subagent' || slot === key) return;
    const half = slot === undefined ? undefined : this.#store.get(slot);
    if (slot === undefined) {
      this.#store.bindLane(lane, key);
      this.change(key, { agentId: lane, ...(type && { agentType: type }) });
    } else if (half?.kind === 'subagent' && half.link === undefined) {
      this.change(slot, { link: call.id, ...(type && { agentType: type }) });
      this.change(key, { link: half.id, ...(type && { agentType: type }) });
    }
  }

  #unbound(key: string): boolean {
    const entry = this.#store.get(key);
    return entry?.kind === 'subagent' && entry.agentId === undefined;
  }

  // --- rewinding

  length(): number {
    return this.#store.length();
  }
  retract(from: number): void {
    this.#store.retract(from);
  }
  retractTurns(turns: number): void {
    this.#store.retract(this.#store.turnStart(turns));
  }

  // --- usage and facts

  spend(key: string, spend: Spend): void {
    this.#session.model(spend.model);
    const at = spend.at ?? this.at;
    const turn = this.#store.turn();
    this.#ledger.spend(key, {
      ...spend,
      ...(turn !== undefined && { turn }),
      ...(at !== undefined && { at }),
      ...(this.lane !== undefined && { lane: this.lane }),
    });
  }
  unspend(key: string): void {
    this.#ledger.drop(key);
  }
  model(name: string | undefined): void {
    if (name !== undefined && name !== '') this.#session.model(name);
  }
  learn(facts: { [K in keyof SessionFacts]: SessionFacts[K] | undefined }): void {
    if (this.lane === undefined) this.#session.learn(facts);
  }
  title(text: string | undefined, rank: TitleRank): void {
    if (text !== undefined && this.lane === undefined) this.#session.title(text, rank);
  }

  // --- memory between records: JSON only, so that a fold can be saved

  /** Memory of this conversation: a sub-agent does not see its parent's. */
  recall<T>(key: string): T | undefined {
    return this.#memory.get(`${this.lane ?? ''}\u0000${key}`) as T | undefined;
  }
  remember(key: string, value: unknown): void {
    const name = `${this.lane ?? ''}\u0000${key}`;
    if (value === undefined) this.#memory.delete(name);
    else this.#memory.set(name, value);
  }
  global<T>(key: string): T | undefined {
    return this.#memory.get(key) as T | undefined;
  }
  /** A number not given before in this transcript, for things the agent did not name. */
  serial(): number {
    const serial = this.global<number>('serial') ?? 0;
    this.setGlobal('serial', serial + 1);
    return serial;
  }
  setGlobal(key: string, value: unknown): void {
    this.#memory.set(key, value);
  }
}

const unnamedTool = 'unknown tool';
const promptKey = (prompt: string): string => `prompt:${hash(prompt.trim())}`;

/** A thought without words is marked as not recorded, and the mark goes when the words come. */
function thoughtOf(draft: Draft & { kind: 'thinking' }, before: Entry | undefined): Draft {
  if (draft.text.trim() === '') return { ...draft, text: '', hidden: true };
  const wasHidden = before?.kind === 'thinking' && before.hidden;
  return wasHidden ? ({ ...draft, hidden: undefined } as unknown as Draft) : draft;
}
