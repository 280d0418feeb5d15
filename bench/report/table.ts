import { meets, type Row } from '../bench.ts';

const digits = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

export const shown = (row: Row, value = row.value): string =>
  `${digits(value)}${row.goal?.unit ? ` ${row.goal.unit}` : ''}`;

export function shownGoal({ goal }: Row): string {
  if (!goal) return '–';
  const unit = goal.unit ? ` ${goal.unit}` : '';
  return goal.atLeast === undefined ? `≤ ${goal.atMost}${unit}` : `≥ ${goal.atLeast}${unit}`;
}

export function shownVerdict(row: Row): string {
  const met = meets(row);
  return met === undefined ? '' : met ? 'met' : 'missed';
}

export const shownSpread = (row: Row): string => row.spread.map(digits).join('–');

export const columns = ['bench', 'goal', 'measured', 'spread', 'by CPU', ''] as const;

export const cells = (row: Row): string[] => [
  row.title,
  shownGoal(row),
  shown(row),
  shownSpread(row),
  row.cpu === undefined ? '' : digits(row.cpu),
  shownVerdict(row),
];

/** For a terminal, each note on a line of its own below. */
export function plainTable(rows: readonly Row[]): string {
  const lines = [[...columns], ...rows.map(cells)];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const format = (line: string[]) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const [head, ...body] = lines.map(format);
  return [head, ...body.flatMap((line, at) => [line, `    ${rows[at]?.note}`])].join('\n');
}
