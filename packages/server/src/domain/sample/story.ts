import type { AgentId } from '@debrief/contract';
import type { Step } from './step.ts';

export interface Story {
  /** Names the session for good: loading again finds it by this. */
  name: string;
  agentId: AgentId;
  repo: string;
  branch: string;
  /** Hours before the loading at which it began. */
  hoursAgo: number;
  pace: number;
  end: 'completed' | 'failed' | 'active';
  steps: Step[];
}

/** The steps of a story, in the fewest words. */

export const prompt = (text: string): Step => ({ kind: 'prompt', text });
export const think = (text: string): Step => ({ kind: 'think', text });
export const reply = (text: string): Step => ({ kind: 'reply', text });
export const shell = (command: string, output: string, exitCode = 0): Step => ({
  kind: 'shell',
  command,
  output,
  exitCode,
});
export const read = (path: string, content: string): Step => ({ kind: 'read', path, content });
export const edit = (path: string, before: string, after: string): Step => ({
  kind: 'edit',
  path,
  before,
  after,
});
export const write = (path: string, content: string): Step => ({ kind: 'write', path, content });
