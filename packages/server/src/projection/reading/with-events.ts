import type { ClippedEntry } from '@debrief/transcript';
import type { EventLog } from '../../domain/session/log-ports.ts';
import type { EventText, ReadAgain, SessionToRead } from '../../domain/session/transcript-ports.ts';

/** Most bytes of events that are read to make one entry whole. */
const maxBytes = 8 * 1024 * 1024;
/** Events between two that are wanted: fewer are read with them, more make another read. */
const maxGap = 16;

/** A clipped entry with its events from the log; undefined when they are too many to be read at once. */
export async function withEvents(
  log: Pick<EventLog, 'read'>,
  session: SessionToRead,
  stored: ClippedEntry,
): Promise<ReadAgain | undefined> {
  if (stored.clipped?.sequences !== undefined) return undefined;
  const events: EventText[] = [];
  let left = maxBytes;
  for (const [first, last] of runs(stored.sequences)) {
    const { events: found } = await log.read({
      organizationId: session.organizationId,
      sessionId: session.sessionId,
      order: 'asc',
      after: first - 1,
      limit: last - first + 1,
      bytes: maxBytes,
    });
    for (const { sequence, type, payload } of found) {
      if (!stored.sequences.includes(sequence)) continue;
      left -= payload.length;
      events.push({ sequence, type, payload: payload.toString() });
    }
    if (left < 0) return undefined;
  }
  return { agentId: session.agentId, events, stored };
}

function runs(sequences: readonly number[]): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (const sequence of [...sequences].sort((a, b) => a - b)) {
    const run = found.at(-1);
    if (run && sequence - run[1] <= maxGap) run[1] = sequence;
    else found.push([sequence, sequence]);
  }
  return found;
}
