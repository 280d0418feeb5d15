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
