import type { EntryListener } from '@debrief/transcript';

/** One fold, heard by several. */
export const heardBy = (...listeners: readonly EntryListener[]): EntryListener => ({
  added(entry, place) {
    for (const one of listeners) one.added(entry, place);
  },
  changed(entry, patch, appended) {
    for (const one of listeners) one.changed(entry, patch, appended);
  },
  retracted(lane, from) {
    for (const one of listeners) one.retracted(lane, from);
  },
});
