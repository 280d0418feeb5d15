/** A list as people type it: one a line, what is blank is nothing. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

export const textOf = (lines: readonly string[]): string => lines.join('\n');
