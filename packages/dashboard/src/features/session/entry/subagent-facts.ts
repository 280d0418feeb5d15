import type { TranscriptLane } from '@debrief/contract';
import type { Outcome, Subagent } from '@debrief/transcript';
import type { Tone } from '../../../ui/Chip.tsx';
import { compact, costText, duration, plural } from '../../../ui/format.ts';
import { kindName, type LaneSkeleton } from '../transcript/skeleton.ts';

/** Some agents name a call after the sub-agent; what it was asked says more. */
export const titleOf = ({ title, agentType, prompt = '' }: Subagent): string =>
  title !== agentType ? title : (prompt.trim().split('\n', 1)[0]?.slice(0, 200) ?? '');

export const stateName: Record<Outcome, string> = {
  running: 'Running',
  ok: 'Answered',
  error: 'Failed',
  denied: 'Denied',
  interrupted: 'Interrupted',
  unknown: 'No answer recorded',
};

export const outcomeTone: Record<Outcome, Tone> = {
  running: 'accent',
  ok: 'plain',
  error: 'bad',
  denied: 'warn',
  interrupted: 'warn',
  unknown: 'plain',
};

/** Steps, edits, errors, tokens, cost and time, as far as they are known. */
export function stepFacts(
  { durationMs }: Pick<Subagent, 'durationMs'>,
  lane: TranscriptLane | undefined,
  skeleton: LaneSkeleton | undefined,
): string[] {
  const known = skeleton && skeleton.length > 0 ? totalsOf(skeleton) : undefined;
  const facts = [
    known ? plural(known.steps, 'step') : lane && lane.total > 0 && plural(lane.total, 'entry', 'entries'),
    known && known.edits > 0 && plural(known.edits, 'edit'),
    known && known.errors > 0 && plural(known.errors, 'error'),
    lane?.tokens && `${compact(lane.tokens.input + lane.tokens.output + lane.tokens.cache)} tokens`,
    lane?.costUsd !== undefined && lane.costUsd > 0 && costText(lane.costUsd, lane.costIsPartial ?? false),
    durationMs !== undefined && durationMs > 0 && duration(durationMs),
  ];
  return facts.filter((fact) => typeof fact === 'string' && fact !== '') as string[];
}

/** What a sub-agent did; calls are steps. */
export function totalsOf(skeleton: LaneSkeleton): { steps: number; edits: number; errors: number } {
  const totals = { steps: 0, edits: 0, errors: 0 };
  for (let index = 0; index < skeleton.length; index++) {
    if (kindName(skeleton.kinds[index] ?? 0)?.startsWith('tool:')) totals.steps++;
    if (skeleton.has(index, 'edit')) totals.edits++;
    if (skeleton.has(index, 'error')) totals.errors++;
  }
  return totals;
}

/** The first line of what it answered. */
export const resultLine = ({ output = '' }: Pick<Subagent, 'output'>): string =>
  output
    .split('\n')
    .map((line) => line.replace(/^[#>*\-\s]+/, '').trim())
    .find((line) => line !== '' && !/^(?:task_id|agentId):/.test(line))
    ?.slice(0, 240) ?? '';
