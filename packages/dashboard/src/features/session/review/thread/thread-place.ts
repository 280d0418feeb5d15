import type { Anchor, Thread } from '@debrief/contract';
import { type Entry, partText } from '@debrief/transcript';
import { shortPath } from '../../../../ui/format.ts';
import { quoteOf } from './quote.ts';

/** Whether a thread stands below an entry. */
export const belongsTo = (
  { anchor }: Pick<Thread, 'anchor'>,
  entry: Pick<Entry, 'id' | 'sequences'>,
): boolean =>
  anchor.sequence > 0 &&
  (anchor.entry === undefined ? entry.sequences.includes(anchor.sequence) : anchor.entry === entry.id);

/** The words a thread is about, where its entry is known. */
export function threadQuote(
  { anchor }: Pick<Thread, 'anchor'>,
  entry: Entry | undefined,
): string | undefined {
  const { part, path, range } = anchor;
  if (!entry || !part || !range) return undefined;
  const text = partText(entry, part, path);
  return text === undefined ? undefined : quoteOf(text, range as [number, number]) || undefined;
}

/** In words where a thread stands. */
export function placeWords({ sequence, path, line }: Anchor, relative = (name: string) => name): string {
  if (sequence === 0) return 'The session';
  if (path === undefined) return `#${sequence}`;
  return `${shortPath(relative(path), 60)}${line === undefined ? '' : `:${line}`}`;
}

/** The beginning of a comment on one line, without the signs of Markdown. */
export const plainWords = (body: string, max = 160): string =>
  body
    .slice(0, 4 * max)
    .replace(/[*`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();

const order = (a: Thread, b: Thread): number => a.anchor.sequence - b.anchor.sequence || a.number - b.number;

export const inOrder = (threads: readonly Thread[]): Thread[] => [...threads].sort(order);

/**
 * The next open thread in a direction: after the one that was looked at, or else after the place that is read. Past
 * the last one it begins again with the first.
 */
export function nextThread(
  threads: readonly Thread[],
  from: { threadId?: string | undefined; sequence: number },
  step: 1 | -1,
): Thread | undefined {
  const open = inOrder(threads).filter(
    ({ state, threadId }) => state === 'open' || threadId === from.threadId,
  );
  const at = open.findIndex(({ threadId }) => threadId === from.threadId);
  if (at >= 0) {
    const others = open.length - (open[at]?.state === 'open' ? 0 : 1);
    return others === 0 ? undefined : open[(at + step + open.length) % open.length];
  }
  const next = step > 0 ? open.find(({ anchor }) => anchor.sequence > from.sequence) : undefined;
  const previous = step < 0 ? open.findLast(({ anchor }) => anchor.sequence < from.sequence) : undefined;
  return next ?? previous ?? (step > 0 ? open[0] : open.at(-1));
}
