import type { Entry, Outcome } from '../entry.ts';
import { isObject } from '../json.ts';
import type { Summary } from '../totals/summary.ts';

/** One session in the Agent Trajectory Interchange Format (Harbor RFC 0001), version 1.7. */
export const atifVersion = 'ATIF-v1.7';

export interface AtifResult {
  source_call_id: string;
  content?: string;
  subagent_trajectory_ref?: { trajectory_id: string }[];
}

export interface AtifStep {
  /** From 1, without gaps. */
  step_id: number;
  timestamp?: string;
  source: 'system' | 'user' | 'agent';
  message: string;
  model_name?: string;
  reasoning_content?: string;
  tool_calls?: { tool_call_id: string; function_name: string; arguments: Record<string, unknown> }[];
  /** Of calls of this very step. */
  observation?: { results: AtifResult[] };
  extra?: Record<string, unknown>;
}

export interface Atif {
  schema_version: typeof atifVersion;
  session_id: string;
  trajectory_id: string;
  agent: { name: string; version: string; model_name?: string };
  steps: AtifStep[];
  notes?: string;
  final_metrics?: Record<string, number>;
  subagent_trajectories?: Atif[];
}

export interface AtifGiven {
  sessionId: string;
  summary: Summary;
  entries: readonly Entry[];
  notes?: string;
}

export function toAtif({ sessionId, summary, entries, notes }: AtifGiven): Atif {
  const [model] = summary.models;
  const agent = {
    name: summary.agentId,
    version: summary.agentVersion ?? 'unknown',
    ...(model && { model_name: model.model }),
  };
  const within: Atif[] = [];
  // Those of a sub-agent's own sub-agents stand beside it, each under its id.
  const embed: Embed = (id, nested) => {
    const trajectory = `${sessionId}/${id}`;
    within.push({ ...head(sessionId, trajectory, agent), steps: stepsOf(nested, embed) });
    return trajectory;
  };
  const steps = stepsOf(entries, embed);
  const { usage, cost } = summary;
  return {
    ...head(sessionId, sessionId, agent),
    steps,
    ...(notes !== undefined && { notes }),
    final_metrics: {
      total_prompt_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
      total_completion_tokens: usage.output,
      total_cached_tokens: usage.cacheRead,
      ...(cost.unknownModels.length === 0 && { total_cost_usd: cost.total }),
      total_steps: steps.length,
    },
    ...(within.length > 0 && { subagent_trajectories: within }),
  };
}

const head = (session_id: string, trajectory_id: string, agent: Atif['agent']) =>
  ({
    schema_version: atifVersion,
    session_id,
    trajectory_id,
    agent,
  }) as const;

type Embed = (id: string, entries: readonly Entry[]) => string;
type Draft = Omit<AtifStep, 'step_id'>;
type Called = Extract<Entry, { outcome: Outcome }>;

/** What the agent thought, said and then called is one step; the next thing it says begins another. */
function stepsOf(entries: readonly Entry[], embed: Embed): AtifStep[] {
  const steps: Draft[] = [];
  let open: Draft | undefined;
  const agentStep = (entry: Entry, isFull: (step: Draft) => boolean): Draft => {
    const isOther =
      open?.model_name !== undefined && entry.model !== undefined && open.model_name !== entry.model;
    const isTaken = (open?.extra?.retracted ?? false) !== (entry.retracted ?? false);
    if (!open || isOther || isTaken || isFull(open)) {
      open = { ...timeOf(entry), source: 'agent', message: '', ...retracted(entry) };
      steps.push(open);
    }
    if (entry.model !== undefined) open.model_name = entry.model;
    return open;
  };
  for (const entry of entries) {
    if (entry.kind === 'thinking') {
      const step = agentStep(entry, (one) => one.message !== '' || one.tool_calls !== undefined);
      step.reasoning_content = joined(step.reasoning_content, entry.text);
    } else if (entry.kind === 'reply') {
      const step = agentStep(entry, (one) => one.tool_calls !== undefined);
      step.message = joined(step.message, entry.text);
    } else if (isCall(entry))
      addCall(
        agentStep(entry, () => false),
        entry,
        embed,
      );
    else {
      open = undefined;
      const source = entry.kind === 'prompt' ? 'user' : 'system';
      const kind = entry.kind === 'prompt' ? {} : { extra: { kind: entry.kind, ...retracted(entry).extra } };
      steps.push({ ...timeOf(entry), source, message: entry.text, ...retracted(entry), ...kind });
    }
  }
  // The format wants at least one.
  if (steps.length === 0) steps.push({ source: 'system', message: '' });
  return steps.map((step, at) => ({ step_id: at + 1, ...step }));
}

/** A refusal and a switched mode are no calls of the agent, though they look like one. */
const isCall = (entry: Entry): entry is Called =>
  'outcome' in entry &&
  !(entry.kind === 'decision' && (entry.about === 'permission' || entry.about === 'mode'));

const joined = (before: string | undefined, text: string): string =>
  before === undefined || before === '' ? text : `${before}\n\n${text}`;

const retracted = (entry: Entry): { extra?: Record<string, unknown> } =>
  entry.retracted ? { extra: { retracted: true } } : {};

const timeOf = ({ at }: Entry): { timestamp?: string } =>
  at === undefined || Number.isNaN(Date.parse(at)) ? {} : { timestamp: new Date(at).toISOString() };

function addCall(step: Draft, entry: Called, embed: Embed): void {
  const { id, name, input, output, outcome, exitCode, durationMs } = entry;
  step.tool_calls ??= [];
  step.tool_calls.push({
    tool_call_id: id,
    function_name: name,
    arguments: isObject(input) ? input : input === undefined ? {} : { input },
  });
  const nested = entry.kind === 'subagent' && entry.entries.length > 0 ? entry.entries : undefined;
  if (output !== undefined || nested) {
    step.observation ??= { results: [] };
    step.observation.results.push({
      source_call_id: id,
      ...(output !== undefined && { content: output }),
      ...(nested && { subagent_trajectory_ref: [{ trajectory_id: embed(id, nested) }] }),
    });
  }
  const calls = (step.extra?.calls ?? {}) as Record<string, unknown>;
  const told = { outcome, ...(exitCode !== undefined && { exit_code: exitCode }) };
  calls[id] = { ...told, ...(durationMs !== undefined && { duration_ms: durationMs }) };
  step.extra = { ...step.extra, calls };
}
