import type { Call, Draft, Entry, EntryListener, PlanItem, Subagent } from '@debrief/transcript';
import { clipped } from '../acts/act.ts';
import { ActiveTime, type SavedActiveTime } from './active-time.ts';
import { AskedList, type SavedAskedList } from './asked-list.ts';
import type { Brief } from './brief.ts';
import { ChangedPaths, type SavedChangedPaths } from './changed-paths.ts';
import { type BriefContext, compose } from './compose.ts';
import { Gaps, type SavedGaps } from './gaps.ts';
import type { Tail } from './outcome.ts';
import { PlanSteps, type SavedPlanSteps } from './plan-steps.ts';
import { type SavedStrip, StripFold } from './strip/strip.ts';
import { type SavedSubagents, Subagents } from './subagents.ts';
import { type SavedWork, workOf } from './work.ts';

/** JSON through and through; private to this package. */
export interface BriefFoldState {
  asked: SavedAskedList;
  plan: SavedPlanSteps;
  work: SavedWork;
  time: SavedActiveTime;
  gaps: SavedGaps;
  subagents: SavedSubagents;
  paths: SavedChangedPaths;
  strip: SavedStrip;
  tail?: Tail;
}

/** Hears a session's entries one by one and can say at any time what they come to; what is kept is bounded. */
export interface BriefFold extends EntryListener {
  brief(context: BriefContext): Brief;
  /** To be written out before more is heard. */
  state(): BriefFoldState;
}

const tailLength = 400;

/** What it keeps depends on the order of the events alone, never on how many came at once. */
// Long because each kind of entry is heard by several of the same few lists.
export function createBriefFold(state?: BriefFoldState): BriefFold {
  const asked = new AskedList(state?.asked);
  const plan = new PlanSteps(state?.plan);
  const work: SavedWork = structuredClone(state?.work ?? {});
  const time = new ActiveTime(state?.time);
  const gaps = new Gaps(state?.gaps);
  const subagents = new Subagents(state?.subagents);
  const paths = new ChangedPaths(state?.paths);
  const strip = new StripFold(state?.strip);
  let tail: Tail | undefined = state?.tail && { ...state.tail };

  /** The time since the entry before it, if somebody was at work. */
  const spend = (entry: Entry) => {
    const gap = gaps.pass(entry);
    if (!gap) return;
    strip.hear(entry, gap);
    time.seen(gap.to);
    if (!gap.isActive) return;
    time.add(gap.from, gap.to);
    const ms = gap.to - gap.from;
    if (entry.lane !== undefined) {
      subagents.spend(entry.lane, ms);
      return;
    }
    const known = work[gap.work];
    if (known) known.ms += ms;
    else work[gap.work] = { ms, sequence: entry.sequences[0] ?? 0 };
    asked.spend(ms);
    plan.spend(ms);
  };
  return {
    added(entry, { lane, index }) {
      spend(entry);
      const sequence = entry.sequences[0] ?? 0;
      if (entry.kind === 'subagent') subagents.add(entry);
      if (entry.kind === 'tool') paths.hear(sequence, entry);
      if (isCall(entry) && entry.lane !== undefined) subagents.call(entry.lane);
      if (lane !== 0 || entry.retracted) return;
      if (entry.kind === 'prompt' && entry.origin !== 'agent') asked.add(entry, index);
      if (entry.kind === 'reply') asked.reply();
      if (isCall(entry)) {
        const kind = workOf(entry);
        work[kind] ??= { ms: 0, sequence };
        asked.call();
        plan.call();
      }
      if (entry.kind === 'plan') plan.tell(entry.id, sequence, entry.items);
      tail = tailOf(entry, index) ?? tail;
    },
    changed(entry, patch, appended) {
      strip.change(entry, patch as Partial<Call>);
      const { items } = patch as { items?: PlanItem[] };
      if (entry.kind === 'plan' && items) plan.retell(entry.id, items);
      if (entry.kind === 'subagent') subagents.change(entry as Subagent);
      if (entry.kind === 'tool') paths.hear(entry.sequences[0] ?? 0, entry, patch);
      if (tail?.id === entry.id) tail = changedTail(tail, entry, patch, appended);
    },
    retracted(lane, from) {
      if (lane !== 0) return;
      asked.retract(from);
      if (tail && tail.index >= from) tail = undefined;
    },
    brief: (context) =>
      compose({
        asked: asked.asked(),
        phases: plan.phases().total > 1 ? plan.phases() : asked.phases(),
        plan: plan.open(),
        work,
        subagents: subagents.listed(),
        paths,
        time: time.total(),
        strip: strip.strip(time.spans),
        tail,
        context,
      }),
    state: () => ({
      asked: asked.save(),
      plan: plan.save(),
      work,
      time: time.save(),
      gaps: gaps.save(),
      subagents: subagents.save(),
      paths: paths.save(),
      strip: strip.save(),
      ...(tail && { tail }),
    }),
  };
}

/** Beside a call, or beside any, stands a decision that is no call of its own. */
const isCall = (entry: Entry): boolean =>
  'outcome' in entry &&
  !(entry.kind === 'decision' && (entry.about === 'permission' || entry.about === 'mode'));

/** Undefined for what says nothing about the end: notices, thoughts, what the agent tells itself. */
function tailOf(entry: Entry, index: number): Tail | undefined {
  const base = { id: entry.id, index, sequence: entry.sequences[0] ?? 0 };
  switch (entry.kind) {
    case 'prompt':
      // `/exit` is no question, and what the harness says to the agent is no person's.
      return entry.origin === 'human' || entry.origin === 'queued'
        ? { ...base, kind: 'prompt', text: '' }
        : undefined;
    case 'reply':
      return entry.text.trim() === ''
        ? undefined
        : { ...base, kind: 'reply', text: entry.text.slice(-tailLength) };
    case 'interruption':
      return { ...base, kind: 'interruption', text: '' };
    case 'error':
      return { ...base, kind: 'error', text: clipped(entry.text.slice(0, 1000), 200) };
    case 'decision':
      if (entry.about === 'mode') return undefined;
      return {
        ...base,
        kind: 'decision',
        text: clipped(entry.text.slice(0, 1000), 200),
        verdict: entry.verdict,
        about: entry.about,
      };
    case 'tool':
    case 'subagent':
    case 'plan':
      return { ...base, kind: 'call', text: '', outcome: entry.outcome };
    default:
      return undefined;
  }
}

function changedTail(tail: Tail, entry: Entry, patch: Partial<Draft>, appended: string): Tail {
  const { text, outcome, verdict } = patch as { text?: string; outcome?: string; verdict?: string };
  const said = `${text ?? tail.text}${appended}`;
  return {
    ...tail,
    ...(entry.kind === 'reply' && { text: said.slice(-tailLength) }),
    ...(outcome !== undefined && tail.kind === 'call' && { outcome }),
    ...(verdict !== undefined && { verdict }),
  };
}
