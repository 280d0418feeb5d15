import { hunksOf } from './diff.ts';
import type { Draft, Entry } from './entry.ts';
import { compact, isObject } from './json.ts';

/** Every string in a value, for search: keys and numbers say little. */
function strings(value: unknown, into: string[] = [], depth = 0): string[] {
  if (typeof value === 'string') into.push(value);
  else if (depth < 8 && Array.isArray(value)) for (const item of value) strings(item, into, depth + 1);
  else if (depth < 8 && isObject(value))
    for (const item of Object.values(value)) strings(item, into, depth + 1);
  return into;
}

/** What a person would search for in an entry, or in the part of one that has just become known. */
export function searchText(part: Partial<Draft> | Entry): string {
  // What the harness told the model is the same in every session: it would drown what people said.
  if ('level' in part && part.level === 'context') return '';
  const found: string[] = [];
  if ('text' in part && part.text) found.push(part.text);
  if ('input' in part) {
    if ('name' in part && part.name) found.push(part.name);
    strings(part.input, found);
  }
  if ('words' in part && part.words) found.push(part.words);
  if ('questions' in part && part.questions && !('input' in part))
    for (const { chosen } of part.questions) found.push(...chosen);
  if ('items' in part && part.items && !('input' in part))
    for (const item of part.items) found.push(item.text);
  if ('output' in part && part.output) found.push(part.output);
  if ('raw' in part && !part.text) strings(part.raw, found);
  return found.join('\n');
}

const symbols = { pending: ' ', active: '~', done: 'x', cancelled: '-' } as const;

function indent(block: string, by: string): string {
  return block
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n');
}

function heading(entry: Entry): string {
  const when = entry.at === undefined ? '' : `[${entry.at.slice(0, 19).replace('T', ' ')}] `;
  const retracted = entry.retracted ? ' (rewound)' : '';
  switch (entry.kind) {
    case 'prompt':
      return `${when}PROMPT${entry.origin === 'human' ? '' : ` (${entry.origin})`}${retracted}`;
    case 'tool':
    case 'plan':
    case 'decision':
    case 'subagent': {
      const code = entry.exitCode === undefined ? '' : ` exit ${entry.exitCode}`;
      const took = entry.durationMs === undefined ? '' : ` ${(entry.durationMs / 1000).toFixed(1)} s`;
      return `${when}${entry.kind.toUpperCase()} ${entry.name}: ${entry.title} — ${entry.outcome}${code}${took}${retracted}`;
    }
    case 'notice':
      return `${when}NOTICE ${entry.label}${retracted}`;
    case 'approval':
      return `${when}APPROVAL ${entry.decision}${retracted}`;
    case 'unknown':
      return `${when}UNKNOWN ${entry.label}${retracted}`;
    default:
      return `${when}${entry.kind.toUpperCase()}${retracted}`;
  }
}

function body(entry: Entry): string {
  switch (entry.kind) {
    case 'tool': {
      const diffs = (entry.changes ?? []).map((change) => {
        const lines = hunksOf(change).flatMap((hunk) => [
          `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
          ...hunk.lines,
        ]);
        return [`${change.change} ${change.path} (+${change.added} -${change.removed})`, ...lines].join('\n');
      });
      return [...diffs, entry.output ?? ''].filter((part) => part !== '').join('\n');
    }
    case 'plan':
      return [entry.text ?? '', ...entry.items.map((item) => `[${symbols[item.status]}] ${item.text}`)]
        .filter((part) => part !== '')
        .join('\n');
    case 'decision':
      return [
        ...(entry.questions ?? []).map(({ question, options, chosen }) =>
          [
            question,
            ...options.map(({ label }) => `[${chosen.includes(label) ? 'x' : ' '}] ${label}`),
            ...chosen.filter((one) => !options.some(({ label }) => label === one)),
          ].join('\n'),
        ),
        entry.questions ? '' : entry.text,
        `${entry.verdict}${entry.words === undefined ? '' : `: ${entry.words}`}`,
      ]
        .filter((part) => part !== '')
        .join('\n');
    case 'subagent':
      return [...entry.entries.map(entryToText), entry.output ?? '']
        .filter((part) => part !== '')
        .join('\n\n');
    case 'thinking':
      return entry.hidden && entry.text === '' ? '(not recorded)' : entry.text;
    case 'unknown':
      return entry.text || compact(entry.raw);
    default:
      return entry.text;
  }
}

export function entryToText(entry: Entry): string {
  const content = body(entry).trimEnd();
  return content === '' ? heading(entry) : `${heading(entry)}\n${indent(content, '  ')}`;
}

/** A whole transcript for a terminal, one entry at a time so that a long one can be streamed. */
export function* transcriptText(entries: Iterable<Entry>): Generator<string> {
  for (const entry of entries) yield `${entryToText(entry)}\n\n`;
}
