import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Curve, Row } from '../bench.ts';
import { plot } from './plot.ts';
import { cells, shownVerdict } from './table.ts';

/** Keeps docs/performance.md and its archive filled: the last figure of every row, whichever bench was run last. */

const folder = join(import.meta.dirname, '../../docs/performance');
const page = join(import.meta.dirname, '../../docs/performance.md');
const archive = join(import.meta.dirname, '../../docs/performance-archive.md');
const figures = join(folder, 'figures.json');
const [begin, end] = ['<!-- figures: written by npm run bench -- --docs -->', '<!-- /figures -->'];

interface Machine {
  node: string;
  cpus: string;
  generator: string;
  at: string;
  load: number;
}

type Kept = Record<string, Row & { machine: Machine; full?: boolean }>;

export function updateDocs({
  machine,
  full,
  rows,
  curves,
  order,
}: {
  machine: Machine;
  /** Whether it was run with the counts of the goals. */
  full: boolean;
  rows: Row[];
  curves: Curve[];
  /** Names of the benches, in the order of the table. */
  order: readonly string[];
}): void {
  mkdirSync(folder, { recursive: true });
  const kept: Kept = existsSync(figures) ? JSON.parse(readFileSync(figures, 'utf8')) : {};
  for (const row of rows) kept[row.id] = { ...row, machine, full };
  writeFileSync(figures, `${JSON.stringify(kept, undefined, 2)}\n`);
  for (const curve of curves) writeFileSync(join(folder, `${curve.id}.svg`), plot(curve));
  const all = Object.values(kept).sort((a, b) => order.indexOf(a.bench) - order.indexOf(b.bench));
  fill(page, table(all));
  fill(archive, absolute(all));
}

function fill(path: string, figuresOfIt: string): void {
  const text = readFileSync(path, 'utf8');
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`${path} has lost its "${begin}" … "${end}".`);
  writeFileSync(path, `${text.slice(0, start + begin.length)}\n\n${figuresOfIt}\n\n${text.slice(stop)}`);
}

const escaped = (cell: string) => cell.replaceAll('|', '\\|');

function table(rows: readonly Kept[string][]): string {
  const line = (cells: string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const machines = new Set(
    rows.map(({ machine }) => `Node ${machine.node}, ${machine.cpus}, ${machine.generator}`),
  );
  return [
    `Measured with ${[...machines].join('; ')}.`,
    '',
    line(['Bench', 'Goal', 'Measured', 'Spread', 'By CPU', 'Goal met', 'Floor', 'Command']),
    line(Array(8).fill('---')),
    ...rows.map((row) => {
      const [title, goal, measured, spread, cpu] = cells(row) as [string, string, string, string, string];
      const command = `\`npm run bench -- ${row.full ? '--full ' : ''}${row.bench}\``;
      return line([title, goal, measured, spread, cpu, shownVerdict(row) || '–', row.floor, command]);
    }),
  ].join('\n');
}

const absolute = (rows: readonly Kept[string][]): string =>
  [
    'Which hold for that machine and that moment only:',
    '',
    ...rows.map((row) => `- ${row.title}: ${row.note} (load ${row.machine.load.toFixed(1)}).`),
  ].join('\n');
