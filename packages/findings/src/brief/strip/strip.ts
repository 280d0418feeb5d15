import type { Call, Entry } from '@debrief/transcript';
import { clipped } from '../../acts/act.ts';
import type { WorkKind } from '../brief.ts';
import type { Gap } from '../gaps.ts';
import { workOf } from '../work.ts';
import type { Strip, StripLane } from './drawn.ts';
import { Places, type SavedPlaces } from './places.ts';
import { type SlowCall, Slowest } from './slowest.ts';
import { type SavedSpanList, SpanList } from './span-list.ts';

/** JSON through and through. */
export interface SavedStrip {
  lanes: Record<StripLane, SavedSpanList>;
  subagents: [id: string, bar: SubagentBar][];
  slowest: SlowCall[];
  places: SavedPlaces;
}

interface SubagentBar {
  from: number;
  to: number;
  sequence: number;
  title: string;
  /** The agent's own name of it, once that is known. */
  lane?: string;
}

const max = { spans: 200, subagents: 60, active: 200, title: 80 };
/** A person who answers at once was not waited for. */
const waitedMs = 60_000;

/** Hears when things happened. */
export class StripFold {
  readonly #lanes: Record<StripLane, SpanList>;
  readonly #subagents: Map<string, SubagentBar>;
  readonly #slowest: Slowest;
  readonly #places: Places;

  constructor(saved?: SavedStrip) {
    const list = (lane: StripLane) => new SpanList(max.spans, saved?.lanes[lane]);
    this.#lanes = {
      prompts: list('prompts'),
      edits: list('edits'),
      commands: list('commands'),
      failures: list('failures'),
      waiting: list('waiting'),
    };
    this.#subagents = new Map(saved?.subagents.map(([id, bar]) => [id, { ...bar }]));
    this.#slowest = new Slowest(saved?.slowest);
    this.#places = new Places(saved?.places);
  }

  /** A new entry, and the time since the one before it in its lane. */
  hear(entry: Entry, gap: Gap): void {
    const { from, to: at, isActive } = gap;
    const sequence = entry.sequences[0] ?? 0;
    if (entry.lane === undefined) this.#places.pass(at, sequence);
    else this.#prolong(entry.lane, at);
    if (isAsked(entry)) {
      this.#lanes.prompts.add(at, at, sequence);
      if (!isActive && at - from >= waitedMs) this.#lanes.waiting.add(from, at, sequence);
    }
    if (entry.kind === 'error') this.#lanes.failures.add(at, at, sequence);
    if (!('outcome' in entry)) return;
    if (entry.kind === 'subagent') this.#begin(entry.id, at, sequence, entry);
    // Writing an edit takes the time before it, running a command the time after.
    if (workOf(entry) === 'edited') this.#lanes.edits.add(isActive ? from : at, at, sequence);
    this.#end(entry, entry, at);
  }

  /** What came of a call. */
  change(entry: Entry, patch: Partial<Call>): void {
    const at = entry.at === undefined ? Number.NaN : Date.parse(entry.at);
    if (Number.isNaN(at) || !('outcome' in entry)) return;
    if (entry.kind === 'subagent') {
      const bar = this.#subagents.get(entry.id);
      if (bar && entry.agentId !== undefined) bar.lane = entry.agentId;
    }
    this.#end(entry, patch, at);
  }

  strip(active: readonly [number, number][]): Strip {
    const { prompts, edits, commands, failures, waiting } = this.#lanes;
    return {
      active: coarse(active),
      lanes: {
        prompts: [...prompts.spans],
        edits: [...edits.spans],
        commands: [...commands.spans],
        failures: [...failures.spans],
        waiting: [...waiting.spans],
      },
      subagents: [...this.#subagents.values()].map(({ from, to, sequence, title }) => ({
        ...{ from, to, sequence, title },
      })),
      slowest: [...this.#slowest.calls],
      places: [...this.#places.places],
    };
  }

  save(): SavedStrip {
    const { prompts, edits, commands, failures, waiting } = this.#lanes;
    return {
      lanes: {
        prompts: prompts.save(),
        edits: edits.save(),
        commands: commands.save(),
        failures: failures.save(),
        waiting: waiting.save(),
      },
      subagents: [...this.#subagents],
      slowest: [...this.#slowest.calls],
      places: this.#places.save(),
    };
  }

  #begin(id: string, at: number, sequence: number, { title, agentId }: Call & { agentId?: string }): void {
    if (this.#subagents.size >= max.subagents) return;
    const name = clipped(title.slice(0, 1000), max.title);
    this.#subagents.set(id, {
      ...{ from: at, to: at, sequence, title: name },
      ...(agentId !== undefined && { lane: agentId }),
    });
  }

  #prolong(lane: string, at: number): void {
    for (const bar of this.#subagents.values()) if (bar.lane === lane) bar.to = Math.max(bar.to, at);
  }

  /** `told` is what is new of it. */
  #end(entry: Entry & Call, told: Partial<Call>, at: number): void {
    const sequence = entry.sequences[0] ?? 0;
    if (told.outcome === 'error') this.#lanes.failures.add(at, at, sequence);
    const ms = told.durationMs ?? (told === entry ? 0 : undefined);
    if (ms === undefined || !(ms >= 0)) return;
    const end = at + Math.min(ms, longest);
    const bar = this.#subagents.get(entry.id);
    if (bar) bar.to = Math.max(bar.to, end);
    // A call is counted when it begins; how long it took may be told later.
    else if (workOf(entry) === 'ran' && told === entry) this.#lanes.commands.add(at, end, sequence);
    else if (workOf(entry) === 'ran') this.#lanes.commands.prolong(at, end);
    // An edit may have waited for a person, and a plan is no work.
    if (!timed.has(workOf(entry)) || ms === 0) return;
    const text = clipped(`${entry.name} ${entry.title}`.slice(0, 1000), max.title);
    this.#slowest.consider({ sequence, text, ms: Math.min(Math.round(ms), longest) });
  }
}

const timed: ReadonlySet<WorkKind> = new Set(['ran', 'explored', 'delegated']);

/** Records are anybody's: no call takes longer than a week. */
const longest = 7 * 24 * 60 * 60_000;

const isAsked = (entry: Entry): boolean =>
  entry.kind === 'prompt' && entry.origin !== 'agent' && entry.lane === undefined;

/** So few spans that they can be drawn; the shortest pauses between them are lost first. */
function coarse(spans: readonly [number, number][]): [number, number][] {
  const pauses = spans.slice(1).map(([from], at) => from - (spans[at]?.[1] ?? from));
  const least = pauses.toSorted((a, b) => b - a)[max.active - 2] ?? 0;
  const kept: [number, number][] = [];
  for (const [from, to] of spans) {
    const last = kept.at(-1);
    if (last && (kept.length >= max.active || from - last[1] < least)) last[1] = Math.max(last[1], to);
    else kept.push([from, to]);
  }
  return kept;
}
