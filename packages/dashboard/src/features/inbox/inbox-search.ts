/** What stands in the address of the inbox. */
export interface InboxSearch {
  tab?: 'all' | 'settings';
}

export const readInboxSearch = (raw: Record<string, unknown>): InboxSearch =>
  raw.tab === 'all' || raw.tab === 'settings' ? { tab: raw.tab } : {};
