import { createReader } from '@debrief/transcript';
import type { CheckKind } from '../../check-kind.ts';
import { createFindings } from '../../findings.ts';
import { recordWriters } from '../../planted/records/table.ts';
import { edit, type PlantedStep, prompt, root, run, says } from '../../planted/step.ts';
import type { Variation } from './variation.ts';

const said: Record<CheckKind, string> = {
  tests: 'Done. All tests pass.',
  lint: 'Done. Lint is clean.',
  types: 'Done. Type checking passes.',
  build: 'Done. The build succeeds.',
};

/** Agents that say of every call how it ended: without an exit code theirs would be another file. */
const alwaysTell: ReadonlySet<string> = new Set(['claude-code', 'gemini-cli']);

export const canRecord = (agent: string, { hasNoExit }: Variation): boolean =>
  !(hasNoExit && alwaysTell.has(agent));

/** Whether a session of that agent, with this call in it, has a claim that is called proven. */
export function isGreen(agent: string, of: CheckKind, variation: Variation): boolean {
  const { next } = variation;
  const steps: PlantedStep[] = [
    prompt('Make total() subtract the discount.'),
    edit('src/cart.ts'),
    run(variation.command, outputOf(agent, variation), exitOf(agent, variation)),
    ...(next ? [run(next.command, next.output, next.exit)] : []),
    says(said[of]),
  ];
  const records = ended(agent, variation, recordWriters[agent]?.(steps) ?? []);
  const reader = createReader(agent);
  reader.feed(records.map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload })));
  const findings = createFindings();
  findings.feed(reader.entries, root, agent);
  return findings.judge({ isEnded: true }).claims.some(({ support }) => support === 'supported');
}

/** Where an agent writes the end of a command into its output. */
function outputOf(agent: string, { life, output }: Variation): string {
  if (life === undefined) return output;
  const isRunning = life === 'running';
  switch (agent) {
    case 'claude-code':
      return isRunning
        ? 'Command running in background with ID: bash_1. Output is being written to: /tmp/tasks/bash_1.output'
        : `Command timed out after 2m 0.0s\n${output}`;
    case 'gemini-cli':
      return isRunning
        ? 'Command moved to background (PID: 4711). Output hidden. Press Ctrl+B to view.'
        : `Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output. Below is the output before it was cancelled:\n${output}`;
    case 'opencode':
      return `${output}\n\n<bash_metadata>\n${isRunning ? 'bash tool terminated command after exceeding timeout 120000 ms' : 'User aborted the command'}\n</bash_metadata>`;
    default:
      return output;
  }
}

const exitOf = (agent: string, { life, exit }: Variation): number =>
  life === undefined ? exit : agent === 'claude-code' && life === 'killed' ? 143 : 0;

/** Where it stands beside the output, or in place of the exit code. */
function ended(agent: string, { life, hasNoExit, ...call }: Variation, records: object[]): object[] {
  if (life === undefined && !hasNoExit) return records;
  const exit = exitOf(agent, { life, ...call } as Variation);
  const mark = (of: { running: string; killed: string }) => (life === undefined ? '' : of[life]);
  const text = JSON.stringify(records);
  const changed =
    agent === 'codex'
      ? text.replace(
          `Process exited with code ${exit}\\n`,
          mark({
            running: 'Process running with session ID 41\\n',
            killed: 'command timed out after 10000 milliseconds\\n',
          }),
        )
      : agent === 'copilot-cli'
        ? text.replace(
            `\\n<exited with exit code ${exit}>`,
            mark({
              running: '\\n<command with shellId: 3 is still running after 30 seconds.>',
              killed: '\\n<command with id: 3 stopped>',
            }),
          )
        : agent === 'opencode'
          ? text.replace(`"metadata":{"exit":${exit}}`, '"metadata":{}')
          : text.replace('Output: Command', 'Command');
  return JSON.parse(changed) as object[];
}
