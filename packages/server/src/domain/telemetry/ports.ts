/** A session that ended and whose trace was not taken yet. */
export interface WaitingTrace {
  sessionId: string;
  organizationId: string;
  /** When it ended, or was released. */
  since: number;
  attempts: number;
  nextAt: number;
}

export interface TraceStore {
  /** From here on, or no longer, sessions that end are waiting traces. */
  setWanted(isWanted: boolean): Promise<void>;
  /** Due ones for this caller alone until `until`, the oldest first. */
  claim(now: number, until: number, limit: number): Promise<WaitingTrace[]>;
  /** Tries it again then; nothing when it is gone. */
  postpone(sessionId: string, change: Pick<WaitingTrace, 'attempts' | 'nextAt'>): Promise<void>;
  remove(sessionId: string): Promise<void>;
}

/** Where traces go, as an operator has set it. */
export interface TraceReceiver {
  url: string;
  headers: Record<string, string>;
  /** Prompts, answers, inputs and outputs go along. */
  withContent: boolean;
}
