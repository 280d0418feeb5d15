import type { Draft, Entry } from '../entry.ts';

/**
 * Hears of every entry of a fold, whole and in the order of the events, before its texts are let go. What it is told
 * does not depend on how the events were fed, so that whoever listens comes to the same result live and after a rebuild.
 */
export interface EntryListener {
  /** `index` counts the entries of the lane; lane 0 is the main conversation. */
  added(entry: Entry, place: { lane: number; index: number }): void;
  /**
   * `patch` replaces the fields it has, `appended` is added at the end of the text. Of the texts of `entry` only what
   * `patch` brought can be relied on.
   */
  changed(entry: Entry, patch: Partial<Draft>, appended: string): void;
  /** The agent took back the entries of a lane from this one on. */
  retracted(lane: number, from: number): void;
}
