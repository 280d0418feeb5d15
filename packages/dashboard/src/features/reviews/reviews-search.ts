import type { QueueTab } from '@debrief/contract';

/** What stands in the address of the queue. */
export interface ReviewsSearch {
  tab?: Exclude<QueueTab, 'turn'>;
}

/** What cannot be understood is dropped: an address somebody mangled still opens the queue. */
export const readReviewsSearch = (raw: Record<string, unknown>): ReviewsSearch =>
  raw.tab === 'open' || raw.tab === 'done' ? { tab: raw.tab } : {};
