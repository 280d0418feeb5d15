/** What the bell says: look at this session again. */
export interface Change {
  readonly organizationId: string;
  readonly sessionId: string;
  /** Only what is derived from the log changed; the events and the record are as they were. */
  readonly derived?: boolean;
}

/** `here` is true when it was rung in this very process. */
export type Listener = (change: Change, here: boolean) => void;
