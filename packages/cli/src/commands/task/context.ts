import { type Atif, type AtifStep, type Reader, toAtif } from '@debrief/transcript';
import type { Redaction } from '../../recorder/read/redact.ts';
import type { SolutionLines } from './solution-lines.ts';

const maxBytes = 32 * 1024 * 1024;

/** What an agent saw and did, up to the first step that shows a line of the solution or of its tests. */
export interface Context {
  trajectory: Atif;
  /** How many steps were left out. */
  left: number;
}

export function contextOf(
  name: string,
  reader: Reader,
  redaction: Redaction,
  hidden: SolutionLines,
): Context | undefined {
  const whole = toAtif({ sessionId: name, summary: reader.summary(), entries: reader.entries });
  // Sub-agents work beside the steps, and totals are of the whole session.
  const { subagent_trajectories, final_metrics, notes, ...rest } = whole;
  const steps: AtifStep[] = [];
  let bytes = 0;
  for (const step of whole.steps) {
    const size = JSON.stringify(step).length;
    bytes += size;
    if (bytes > maxBytes) break;
    const [cleaned] = redaction.clean([step], size);
    const record = cleaned?.record as AtifStep;
    const isWhole = typeof record?.step_id === 'number';
    if (!isWhole || textsIn(record).some((text) => hidden.find(text))) break;
    steps.push(record);
  }
  if (steps.length === 0) return undefined;
  return { trajectory: { ...rest, steps }, left: whole.steps.length - steps.length };
}

/** Every text within, keys too; JSON within a text also as what it says. */
function textsIn(value: unknown): string[] {
  const found: string[] = [];
  const waiting = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string') {
      found.push(one);
      if (one.includes('\\')) found.push(one.replaceAll(/\\(.)/gs, (_, sign: string) => signs[sign] ?? sign));
    } else if (typeof one === 'object' && one !== null) waiting.push(...Object.entries(one).flat());
  }
  return found;
}

const signs: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
