/** A small run, written by hand: a paragraph is a record. */
export const records: unknown[] = [
  '# aider chat started at 2026-06-01 09:00:00',
  '> Aider v0.86.1\n> Main model: gpt-5.5 with diff edit format',
  '#### Fix the build',
  'Done.',
  '> Tokens: 1.2k sent, 30 received.',
];
