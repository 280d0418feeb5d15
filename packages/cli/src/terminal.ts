import { homedir } from 'node:os';
import { sep } from 'node:path';
import { styleText } from 'node:util';
import { harmless, jsonText, oneLine, withColoursOnly } from './text.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours only where a person looks. */
export const paint = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  stream.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;

export const isInteractive = (): boolean =>
  Boolean(process.stdin.isTTY && process.stdout.isTTY) && !process.env.CI;

/** Sentences and tables. On a terminal long lines are broken between words. */
export function say(text = ''): void {
  const width = process.stdout.isTTY ? process.stdout.columns : undefined;
  sayVerbatim(width ? wrapLines(text, width) : text);
}

/** What must arrive as it is, such as JSON. */
export const sayVerbatim = (text: string): void => void process.stdout.write(`${withColoursOnly(text)}\n`);

export const sayJson = (value: unknown): void => sayVerbatim(jsonText(value, 2));

/** Breaks lines between words; what follows is indented as its line is. A longer word stays whole. */
export function wrapLines(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => (bare(line).length > width ? wrapLine(line, width) : line))
    .join('\n');
}

function wrapLine(line: string, width: number): string {
  const indent = /^ */.exec(bare(line))?.[0] ?? '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S)(?= )/)) {
    if (current !== '' && bare(current + word).length > width) {
      lines.push(current);
      current = indent + word.trimStart();
    } else current += word;
  }
  return [...lines, current].join('\n');
}

/** Rows in columns, the widest cell deciding. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, bare(cell).length);
  return rows
    .map((row) =>
      row
        .map((cell, i) =>
          i === row.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - bare(cell).length),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const bare = (text: string): string => text.replace(/\x1b\[[\d;]*m/g, '');

/** A path as people write it. */
export function tilde(path: string, home = homedir()): string {
  return oneLine(
    path === home ? '~' : path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path,
    4096,
  );
}

/** `Codex: not trusted`; not the name twice where the sentence begins with it. */
export const about = (name: string, sentence: string): string =>
  sentence.startsWith(`${name} `) ? sentence : `${name}: ${sentence}`;

/** `github × 2, jwt`, the most frequent first. */
export const ruleList = (rules: Readonly<Record<string, number>>): string =>
  Object.entries(rules)
    .sort(([, a], [, b]) => b - a)
    .map(([rule, count]) => (count > 1 ? `${harmless(rule)} × ${count}` : harmless(rule)))
    .join(', ');

export function amount(bytes: number): string {
  if (bytes < 1024) return `${Math.round(bytes)} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

export function ago(at: number | undefined, now = Date.now()): string {
  if (!at) return 'never';
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} days ago`;
}

/** `14:05`, with the date where it is another day, as the language of the machine writes it. */
export function momentOf(at: number, now = Date.now()): string {
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return new Date(at).toLocaleString([], isToday ? time : { dateStyle: 'medium', timeStyle: 'short' });
}

/** How long since. */
export const lasting = (since: number | undefined, now = Date.now()): string =>
  ago(since ?? now, now).replace(/ ago$/, '');

export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `90m`, `2h`, `30d`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d+)\s*(m|h|d|w)$/.exec(text.trim()) ?? [];
  const ms = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }[unit ?? ''];
  return ms && Number(count) * ms;
}
