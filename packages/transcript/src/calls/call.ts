import type { Draft, Outcome, ToolKind } from '../entry.ts';
import { clip, first, obj } from '../json.ts';
import { questionsOf } from './decision.ts';
import { changesOf } from './files.ts';
import { planItems, toolKind, toolTitle } from './tool.ts';

export interface CallStart {
  name: string;
  input?: unknown;
  /** What the call stands at until a result comes; agents that record no results say `unknown`. */
  outcome?: Outcome;
  title?: string | undefined;
  kind?: ToolKind;
}

/** A call as an entry: a to-do list becomes a plan, a started agent a sub-agent, the rest a tool with its changes. */
export function draftCall(
  start: CallStart,
): Extract<Draft, { kind: 'tool' | 'plan' | 'subagent' | 'decision' }> {
  const { name, input } = start;
  const tool = start.kind ?? toolKind(name);
  const title = start.title ?? toolTitle(name, input);
  const call = { name, title, outcome: 'unknown' as const, ...(input !== undefined && { input }) };
  if (tool === 'question') {
    const questions = questionsOf(input);
    const text = questions[0]?.question ?? title;
    return { kind: 'decision', tool, about: 'question', verdict: 'waiting', questions, ...call, text };
  }
  if (tool === 'todo' && isPlanShown(name)) {
    const text = shownPlan(input) ?? '';
    return {
      kind: 'decision',
      tool,
      about: 'plan',
      verdict: 'waiting',
      ...call,
      title: clip(text, 200) || title,
      text,
    };
  }
  if (tool === 'todo') {
    const items = planItems(input);
    const text = first(obj(input).plan, obj(input).explanation);
    const done = items.filter((item) => item.status === 'done').length;
    const progress = items.length > 0 ? `${done} of ${items.length} done` : clip(text ?? title, 200);
    if (items.length > 0 || text !== undefined) {
      return { kind: 'plan', tool, items, ...call, title: progress, ...(text && { text }) };
    }
  }
  if (tool === 'task') {
    const o = obj(input);
    const agentType = first(o.subagent_type, o.agent_type, o.agentType, o.agent_name, o.subagent);
    const prompt = first(o.prompt, o.message, o.task);
    const named = start.title ?? first(o.description, o.title) ?? title;
    return {
      kind: 'subagent',
      tool,
      entries: [],
      ...call,
      title: named,
      ...(agentType && { agentType }),
      ...(prompt && { prompt }),
    };
  }
  const changes = changesOf(tool, name, input);
  const files = changes?.map((change) => change.path).join(', ');
  return { kind: 'tool', tool, ...call, ...(files && { title: files }), ...(changes && { changes }) };
}

/** A plan that a person is to approve, as opposed to a list of what is to be done. */
export const isPlanShown = (name: string): boolean =>
  /^(?:exit_?(?:plan|spec)_?mode|plan_?mode_?respond|plan_exit)$/i.test(name);

export function shownPlan(input: unknown): string | undefined {
  const { plan, summary, response, text } = obj(input);
  return first(plan, summary, response, text);
}
