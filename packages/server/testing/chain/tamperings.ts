import { chainTamperings } from './chain-tamperings.ts';
import { batchTamperings, eventTamperings } from './event-tamperings.ts';
import { forgeries } from './forgeries.ts';
import {
  ledgerTamperings,
  receiptTamperings,
  sealTamperings,
  sessionTamperings,
} from './record-tamperings.ts';
import type { Place, Tampered } from './tampered.ts';

/** Ways to change a database that the service did not. */
export interface Tampering {
  name: string;
  do(hands: Tampered): Promise<unknown>;
}

export interface History {
  /** Merged, and over. */
  merged: Place;
  /** As it came, in small batches. */
  open: Place;
  /** Words were taken out of its third event. */
  redacted: Place;
  other: Place;
  /** Its last events were sealed by a later entry than the first. */
  grown: Place;
  redactionId: string;
  otherOrganization: string;
  /** A session that was deleted, as its row was. */
  deletedId: string;
}

export const tamperings = (history: History, lastEntry: number): Tampering[] => [
  ...eventTamperings(history),
  ...batchTamperings(history),
  ...sessionTamperings(history),
  ...sealTamperings(history),
  ...chainTamperings(history, lastEntry),
  ...ledgerTamperings(history),
  ...receiptTamperings(history),
  ...forgeries(history, lastEntry),
];
