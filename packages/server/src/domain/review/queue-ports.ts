import type { QueueOrder, QueueTab, ReviewPolicy, ReviewState } from '@debrief/contract';
import type { ListedSession } from '../records.ts';
import type { About } from './review-ports.ts';
import type { AttentionRecord } from './review-records.ts';

/** Which sessions of the queue, for whom, and in which order. */
export interface QueueFilter {
  organizationId: string;
  /** Whose turn it is, with `tab: 'turn'`; who takes, with `forTaking`. */
  userId: string;
  tab: QueueTab;
  order: QueueOrder;
  policy: ReviewPolicy;
  now: number;
  state?: ReviewState | undefined;
  /** `null`: nobody. */
  assignee?: string | null | undefined;
  author?: string | null | undefined;
  agentId?: string | undefined;
  repoRoot?: string | undefined;
  /** Only what this member may be handed: of somebody else, reserved by nobody, neither declined nor judged by them. */
  forTaking?: boolean;
  after?: { key: number; sessionId: string } | undefined;
  limit: number;
}

export interface QueuedSession {
  session: ListedSession;
  waitingSince: number;
}

export interface QueueStore {
  list(filter: QueueFilter): Promise<QueuedSession[]>;
  attention(sessionIds: readonly string[]): Promise<Map<string, AttentionRecord[]>>;
  /** How many sessions wait for a member, counted up to a limit. */
  turns(organizationId: string, userId: string, limit: number): Promise<number>;
  /** Of several who try at once one gets it. False: somebody has it. */
  reserve(about: About, userId: string, until: number): Promise<boolean>;
}
