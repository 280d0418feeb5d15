import { type Entry, searchText } from '@debrief/transcript';
import { inSlices } from '../transcript/slices.ts';

/** An entry that contains what was looked for, with the sub-agents that have to be opened to see it. */
export interface Found {
  id: string;
  around: string[];
}

/** Looks through every entry, also folded and nested ones. `onMore` is called with what is known so far. */
export async function findIn(
  entries: readonly Entry[],
  needle: string,
  onMore: (found: Found[], done: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const wanted = needle.toLowerCase();
  const found: Found[] = [];
  const stack: { list: readonly Entry[]; at: number; around: string[] }[] = [
    { list: entries, at: 0, around: [] },
  ];
  let told = performance.now();
  await inSlices(() => {
    const top = stack.at(-1);
    if (!top) return false;
    const entry = top.list[top.at++];
    if (!entry) {
      stack.pop();
      return true;
    }
    if (textOf(entry).toLowerCase().includes(wanted)) found.push({ id: entry.id, around: top.around });
    if (entry.kind === 'subagent')
      stack.push({ list: entry.entries, at: 0, around: [...top.around, entry.id] });
    if (performance.now() - told > 100) {
      told = performance.now();
      onMore([...found], false);
    }
    return true;
  }, signal);
  if (!signal.aborted) onMore(found, true);
}

const textOf = (entry: Entry): string =>
  'title' in entry ? `${entry.title}\n${searchText(entry)}` : searchText(entry);
