import { setImmediate } from 'node:timers/promises';
import type { EventRange, LoggedEvent } from '../domain/session/log-ports.ts';
import { type BatchHead, eventsOf } from './batch.ts';

/** Where the batches of a page begin and how far they may go; sequences, both ends included. */
export interface Span {
  from: number;
  to: number;
  order: 'asc' | 'desc';
}

export const maxSequence = 0xffff_ffff;

export function spanOf(range: EventRange): Span {
  const { order, after, position } = range;
  // A position comes out of a cursor, which anybody can make up: past the largest sequence lie other sessions.
  if (order === 'desc')
    return { from: after + 1, to: Math.min((position ?? Infinity) - 1, maxSequence), order };
  return { from: Math.max(after, position ?? 0) + 1, to: maxSequence, order };
}

/** From so many bytes on others have a turn: a filter may go through all of a long session without a match. */
const turnBytes = 512 * 1024;

/**
 * Fills one page from batches in reading order. It takes one event more than fits, to know whether there is a
 * next page, and stops reading there.
 */
export async function fillPage<Batch extends BatchHead>(
  range: EventRange,
  batches: AsyncIterable<Batch> | Iterable<Batch>,
  linesOf: (batch: Batch) => Buffer,
): Promise<{ events: LoggedEvent[]; more: boolean }> {
  const span = spanOf(range);
  const types = range.types && new Set(range.types.map((type) => JSON.stringify(type)));
  const events: LoggedEvent[] = [];
  let bytes = 0;
  let unpacked = 0;
  const isFull = () => events.length >= range.limit || (events.length > 0 && bytes >= range.bytes);
  for await (const batch of batches) {
    const overlaps = batch.first <= span.to && batch.first + batch.count > span.from;
    // There is more, whatever is in it; only of which type it is would have to be looked up.
    if (overlaps && !types && isFull()) return { events, more: true };
    if (unpacked > turnBytes) {
      unpacked = 0;
      await setImmediate();
    }
    const lines = linesOf(batch);
    unpacked += lines.length;
    const found = eventsOf(batch, lines, types ? span : wanted(batch, span, range.limit - events.length));
    if (range.order === 'desc') found.reverse();
    for (const event of found) {
      if (types && !types.has(event.type)) continue;
      if (isFull()) return { events, more: true };
      events.push(event);
      bytes += event.payload.length;
    }
  }
  return { events, more: false };
}

/** Of a batch that may hold many more: the events that are left to be taken, and the one that tells of a next page. */
function wanted({ first, count }: BatchHead, { from, to, order }: Span, left: number) {
  return order === 'asc'
    ? { from, to: Math.min(to, Math.max(from, first) + left) }
    : { from: Math.max(from, Math.min(to, first + count - 1) - left), to };
}
