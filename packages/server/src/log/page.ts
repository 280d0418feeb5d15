import type { EventRange, LoggedEvent } from '../domain/ports.ts';
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

/**
 * Fills one page from batches in reading order. It takes one event more than fits, to know whether there is a
 * next page, and stops reading there.
 */
export async function fillPage<Batch extends BatchHead>(
  range: EventRange,
  batches: AsyncIterable<Batch> | Iterable<Batch>,
  textOf: (batch: Batch) => string,
): Promise<{ events: LoggedEvent[]; more: boolean }> {
  const span = spanOf(range);
  const types = range.types && new Set(range.types.map((type) => JSON.stringify(type)));
  const events: LoggedEvent[] = [];
  let units = 0;
  let bytes = 0;
  let counted = 0;
  const isHeavy = () => {
    // A UTF-16 unit takes at most three bytes: most pages are far from their limit and need no exact count.
    if (units * 3 < range.bytes) return false;
    for (; counted < events.length; counted++)
      bytes += Buffer.byteLength((events[counted] as LoggedEvent).payload);
    return bytes >= range.bytes;
  };
  const isFull = () => events.length >= range.limit || (events.length > 0 && isHeavy());
  for await (const batch of batches) {
    const overlaps = batch.first <= span.to && batch.first + batch.count > span.from;
    // There is more, whatever is in it; only of which type it is would have to be looked up.
    if (overlaps && !types && isFull()) return { events, more: true };
    const found = eventsOf(batch, textOf(batch));
    if (range.order === 'desc') found.reverse();
    for (const event of found) {
      if (event.sequence < span.from || event.sequence > span.to) continue;
      if (types && !types.has(event.type)) continue;
      if (isFull()) return { events, more: true };
      events.push(event);
      units += event.payload.length;
    }
  }
  return { events, more: false };
}
