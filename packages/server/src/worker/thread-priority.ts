import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Requests go first. On Linux a single thread can have a lower priority than the rest of its process. */
export function lowerThreadPriority(threadId: number, priority: number): void {
  try {
    setPriority(threadId, priority);
  } catch {
    // Other systems cannot do that. There the system shares the processor out as it likes.
  }
}

/** The number by which Linux knows this thread. */
export function ownThreadId(): number | undefined {
  try {
    const [, id] = /\/task\/(\d{1,20})$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    return id === undefined ? undefined : Number(id);
  } catch {
    return undefined;
  }
}
