// biome-ignore-all lint/suspicious/noControlCharactersInRegex: finding control characters is the point
import { hunksOf } from '../diff.ts';
import type { Entry, FileChange } from '../entry.ts';

/** What of an entry people read, and speak about. */
export type EntryPart = 'text' | 'input' | 'output' | 'change';

/**
 * The text of a part of an entry, as it is shown: places in it are counted in its UTF-16 units. Undefined where the
 * entry has no such part.
 */
export function partText(entry: Entry, part: EntryPart, path?: string): string | undefined {
  if (part === 'text') return 'text' in entry && typeof entry.text === 'string' ? entry.text : undefined;
  if (part === 'output')
    return 'output' in entry && typeof entry.output === 'string' ? stripAnsi(entry.output) : undefined;
  if (entry.kind !== 'tool') return undefined;
  if (part === 'input')
    return fieldsOf(entry.input)
      .map(([name, value]) => `${name}\n${value}`)
      .join('\n');
  const change = entry.changes?.find((one) => path === undefined || one.path === path);
  return change && changeText(change);
}

/** The lines of a change, each with its sign. */
const changeText = (change: FileChange): string =>
  hunksOf(change)
    .flatMap(({ lines }) => lines)
    .filter((line) => !line.startsWith('\\'))
    .map((line) => (line.startsWith('+') || line.startsWith('-') ? line : ` ${line.slice(1)}`))
    .join('\n');

/** A call's input as lines people can read: name and text, in the order the agent gave them. */
export function fieldsOf(input: unknown): [name: string, value: string][] {
  if (input === undefined || input === null) return [];
  if (typeof input !== 'object') return [['input', String(input)]];
  if (Array.isArray(input)) return [['input', JSON.stringify(input, null, 2)]];
  return Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .slice(0, 60)
    .map(([name, value]) => [name, textOf(value)]);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** Terminal output without its colours and cursor moves; a carriage return means a new line. */
export function stripAnsi(text: string): string {
  if (!/[\u001B\u009B\r\b]/.test(text)) return text;
  return (
    text
      // Operating-system commands (titles, links) end with BEL or ST; unfinished ones with the text.
      .replace(/\u001B[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\|$)/g, '')
      .replace(/(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]/g, '')
      .replace(/\u001B[ -/]*[0-~]/g, '')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\n]\u0008/g, '')
  );
}
