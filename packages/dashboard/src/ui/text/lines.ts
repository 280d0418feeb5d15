/** A list as people type it: one per line, without what is blank. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

export const textOf = (lines: readonly string[]): string => lines.join('\n');
