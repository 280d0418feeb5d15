/** What stands in the address of the inbox. */
export interface InboxSearch {
  tab?: 'all' | 'settings' | undefined;
}

/** Said also where it is none: what is left out keeps the value of the address, whatever that is. */
export const readInboxSearch = (raw: Record<string, unknown>): InboxSearch => ({
  tab: raw.tab === 'all' || raw.tab === 'settings' ? raw.tab : undefined,
});
