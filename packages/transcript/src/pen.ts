import { type CallStart, isPlanShown, shownPlan } from './calls/call.ts';
import { asksNobody } from './calls/permission-mode.ts';
import type { Draft, Outcome } from './entry.ts';
import { hash } from './json.ts';
import { type CallEnd, CallPen } from './pen/call-pen.ts';
import { EntryPen } from './pen/entry-pen.ts';
import { LanePen, type LaneStart } from './pen/lane-pen.ts';
import type { GatheredSession, SessionFacts, TitleRank } from './session.ts';
import type { Store } from './store.ts';
import type { Ledger, Spend } from './totals/usage.ts';

/** What an agent's reader writes with. One per transcript; `begin` turns to the next record. */
export class Pen extends EntryPen {
  #sequence = 0;
  readonly #store: Store;
  readonly #ledger: Ledger;
  readonly #session: GatheredSession;
  readonly #calls: CallPen;
  readonly #lanes: LanePen;

  constructor(store: Store, ledger: Ledger, session: GatheredSession, memory: Map<string, unknown>) {
    super(store, memory);
    this.#store = store;
    this.#ledger = ledger;
    this.#session = session;
    this.#calls = new CallPen(this, store);
    this.#lanes = new LanePen(this, store);
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

  /**
   * A permission mode as a record states it; written when it is another than before, and at the beginning when it is
   * one in which nobody is asked.
   */
  mode(mode: string | undefined): void {
    if (mode === undefined || mode === '') return;
    const before = this.recall<string>('mode');
    this.remember('mode', mode);
    if (before === mode) return;
    if (before === undefined) {
      if (this.lane === undefined && asksNobody(mode))
        this.put({ kind: 'notice', label: 'permission mode', text: mode, level: 'info' });
      return;
    }
    const title = `${before} → ${mode}`;
    this.put({
      kind: 'decision',
      about: 'mode',
      verdict: 'switched',
      ...{ name: 'permission mode', tool: 'other', title, outcome: 'ok', text: title, mode },
    });
  }

  // --- tool calls and their results

  call(callId: string | undefined, start: CallStart): void {
    this.#calls.call(callId, start);
    if (isPlanShown(start.name)) this.title(shownPlan(start.input), 'plan');
  }
  result(callId: string | undefined, end: CallEnd): void {
    this.#calls.result(callId, end);
  }
  /** The turn is over: calls without a result will not get one, with `everywhere` those of the whole session. */
  abandon(outcome?: Outcome, everywhere?: boolean): void {
    this.#calls.abandon(outcome, everywhere);
  }

  // --- sub-agents

  /** Everything written from here on belongs to the sub-agent. */
  enter(start: LaneStart): void {
    this.#lanes.enter(start);
  }
  /** A result names the sub-agent its call started. */
  bind(callId: string, lane: string, type?: string): void {
    this.#lanes.bind(callId, lane, type);
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
}
