import type { AgentId } from '@debrief/contract';
import type { SampleStep } from './step.ts';

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
  steps: SampleStep[];
}

/** The steps of a story, in the fewest words. */

export const prompt = (text: string): SampleStep => ({ kind: 'prompt', text });
export const think = (text: string): SampleStep => ({ kind: 'think', text });
export const reply = (text: string): SampleStep => ({ kind: 'reply', text });
export const shell = (command: string, output: string, exitCode = 0): SampleStep => ({
  kind: 'shell',
  command,
  output,
  exitCode,
});
export const read = (path: string, content: string): SampleStep => ({ kind: 'read', path, content });
export const edit = (path: string, before: string, after: string): SampleStep => ({
  kind: 'edit',
  path,
  before,
  after,
});
export const write = (path: string, content: string): SampleStep => ({ kind: 'write', path, content });
