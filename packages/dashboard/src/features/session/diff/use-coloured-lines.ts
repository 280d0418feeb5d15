import { type ReactNode, useEffect, useState } from 'react';
import type { DiffLine } from './diff-lines.ts';

/** Past this, plain text that is there at once is worth more than colours. */
const colourLimit = 60_000;

/** The colours of each line by its key. Both sides are coloured as whole texts, so that comments over several lines stay comments. */
export function useColouredLines(
  lines: readonly DiffLine[],
  language: string | undefined,
): ReadonlyMap<string, ReactNode> | undefined {
  const [coloured, setColoured] = useState<{ lines: readonly DiffLine[]; nodes: Map<string, ReactNode> }>();
  useEffect(() => {
    if (!language || lines.reduce((sum, line) => sum + line.text.length, 0) > colourLimit) return;
    let isCurrent = true;
    void import('../../../ui/text/colour.tsx').then(({ colourLines }) => {
      if (!isCurrent) return;
      const nodes = new Map<string, ReactNode>();
      for (const hidden of ['+', '-'] as const) {
        const side = lines.filter((line) => line.sign !== hidden);
        if (side.length === 0) continue;
        const found = colourLines(
          side.map((line) => line.text),
          language,
        );
        if (!found) return;
        for (const [index, line] of side.entries()) nodes.set(line.key, found[index]);
      }
      setColoured({ lines, nodes });
    });
    return () => {
      isCurrent = false;
    };
  }, [lines, language]);
  return coloured?.lines === lines ? coloured.nodes : undefined;
}
