import type { ResourceLimits } from 'node:worker_threads';

export interface WorkerCallOptions {
  thread: URL;
  workerData?: unknown;
  resourceLimits?: ResourceLimits;
  /** What may wait or be in the thread's hands at once. More is refused. */
  max: { questions?: number; bytes?: number };
  /** What a question is refused with when there is no room for it. */
  full(): Error;
  /** What a question is refused with when the thread ended, or took too long, before it answered. */
  lost(cause: unknown, isOldest: boolean): Error;
  /**
   * Messages the thread may have in hand. What is asked meanwhile travels together in the next message; where there may
   * be several, about as many go in each.
   */
  messagesAhead?: number;
  /** Milliseconds after which a message is sent all the same, where one question may take far longer than others. */
  longestWait?: number;
  /** From how many bytes on a message is not filled further, and from how many questions on. */
  message?: { bytes: number; questions: number };
  /** Milliseconds a question may take, and whether a thread that takes longer is ended. */
  deadline?: { milliseconds: number; endsThread: boolean };
  /** The process does not end before `finish` or `stop` is called. */
  holdsProcess?: boolean;
  /** Starts another thread when one ended by itself, also when nobody asks. */
  restarts?: boolean;
  /** What the thread says without being asked. */
  onNote?(note: unknown): void;
  /** Told when the thread ended by itself. */
  onDeath?(cause: unknown): void;
}
