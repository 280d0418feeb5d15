import type { Anchor } from '@debrief/contract';
import type { DiffLine } from '../../diff/diff-lines.ts';

/** From and to of a line in the text of all lines of a change, each with its sign, as `partText` has it. */
function lineRange(lines: readonly DiffLine[], line: DiffLine): [from: number, to: number] {
  let from = 0;
  for (const one of lines) {
    if (one.key === line.key) break;
    from += one.text.length + 2;
  }
  return [from, from + Math.min(2_000, line.text.length + 1)];
}

/** Where a comment on a line of a change in the transcript belongs. The element says in which entry it is drawn. */
export function lineAnchor(
  element: Element,
  path: string,
  lines: readonly DiffLine[],
  line: DiffLine,
): Anchor | undefined {
  const article = element.closest<HTMLElement>('article[data-entry]');
  if (!article?.dataset.entry) return undefined;
  const number = line.fresh ?? line.old;
  return {
    sequence: Number(article.dataset.sequence),
    entry: article.dataset.entry,
    part: 'change',
    path,
    ...(number !== undefined && number > 0 && { line: number }),
    range: lineRange(lines, line),
  };
}
