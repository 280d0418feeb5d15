import { shellLimits } from '@debrief/shell';
import type { ChangeSource, Draft, Entry, FileChange, Tool } from '@debrief/transcript';
import { isLeftRunning, isUnconfined } from './acts/call-flags.ts';
import { pathOf } from './acts/call-path.ts';
import { longestReply } from './acts/claim.ts';
import { maxChanges } from './acts/entry.ts';
import { isInstructing, longestInstructions } from './acts/instructed.ts';
import { readForInstructions } from './acts/met.ts';
import { folderOf, scriptOf } from './acts/shell.ts';
import { isProcessFile, processOf, readsProcess } from './runs/answer/answer.ts';
import { readAtEachEnd } from './runs/lines.ts';
import { isNewsOfProcess, longestPaste, longestTitle } from './runs/of-call.ts';

/** The part of an entry that its acts are read from, so that a heap of open calls stays small. */

const longestChange = 200_000;
const longestPath = 4096;
const longestPrompt = 6000;

const kinds = new Set<Entry['kind']>([
  'tool',
  'reply',
  'decision',
  'interruption',
  'approval',
  'prompt',
  'compaction',
  'plan',
  'notice',
  'subagent',
]);

export const isOfInterest = (entry: Entry): boolean =>
  kinds.has(entry.kind) &&
  (entry.kind !== 'notice' ||
    entry.label === 'permission mode' ||
    isNewsOfProcess(entry) ||
    isInstructing(entry));

export const isRunning = (entry: Entry): boolean => 'outcome' in entry && entry.outcome === 'running';

/** Drops what no act is read from and cuts what is longer than anybody reads. */
export function bounded(entry: Entry): Entry {
  const { id, kind, lane, retracted } = entry;
  const base = {
    id,
    kind,
    sequences: entry.sequences.slice(0, 1),
    ...(lane !== undefined && { lane }),
    ...(retracted && { retracted }),
  };
  switch (entry.kind) {
    case 'tool':
      return { ...base, ...boundedCall(entry) } as Entry;
    case 'subagent':
      return {
        ...base,
        title: entry.title.slice(0, 400),
        outcome: entry.outcome,
        output: (entry.output ?? '').slice(0, longestPaste),
      } as unknown as Entry;
    case 'plan':
      return { ...base, items: entry.items.slice(0, 200), outcome: entry.outcome } as unknown as Entry;
    case 'decision': {
      const { about, verdict, words, mode, text, questions } = entry;
      const said = {
        text: text.slice(0, about === 'plan' ? longestReply : 200),
        ...(questions && { questions: questions.slice(0, 20) }),
        words: words?.slice(0, longestReply),
        mode: mode?.slice(0, 200),
      };
      return { ...base, about, verdict, ...said } as unknown as Entry;
    }
    case 'reply':
      return { ...base, text: entry.text.slice(0, longestReply) } as Entry;
    case 'prompt':
      return { ...base, origin: entry.origin, text: entry.text.slice(0, longestPaste) } as Entry;
    default: {
      const text = 'text' in entry ? (entry.text ?? '') : '';
      const { origin, decision, label } = entry as { origin?: string; decision?: string; label?: string };
      return {
        ...base,
        text: text.slice(0, entry.kind === 'notice' ? longestInstructions : longestPrompt),
        ...(origin !== undefined && { origin }),
        ...(decision !== undefined && { decision }),
        ...(label !== undefined && { label }),
      } as Entry;
    }
  }
}

function boundedCall(call: Tool): Partial<Tool> {
  const { tool, name, title, outcome, exitCode, changes } = call;
  const isShell = tool === 'shell';
  return {
    ...{
      tool,
      name: name.slice(0, 200),
      title: title.slice(0, isShell ? shellLimits.characters + 1 : 400),
      outcome,
    },
    ...(exitCode !== undefined && { exitCode }),
    input: isShell ? boundedScript(call.input) : boundedPath(call),
    ...(call.output !== undefined &&
      (isReadFor(tool) || isReadOn(call)) && {
        output: bothEnds(call.output, isShell || isReadOn(call) ? readAtEachEnd : readForInstructions),
      }),
    // Of what failed, only whether something forbade it.
    ...(call.output !== undefined &&
      outcome === 'error' &&
      !isReadFor(tool) && { output: call.output.slice(0, longestRefusal) }),
    ...(changes && { changes: boundedChanges(changes) }),
  };
}

const longestRefusal = 600;

/** Reads what a process wrote. */
const isReadOn = (call: Tool): boolean => readsProcess.test(call.name) || isProcessFile(pathOf(call));

/** One character more than is read, so that a script which is too long still is. */
function boundedScript(input: unknown): unknown {
  const script = scriptOf(input);
  if (script === undefined) return boundedProcess(input);
  const folder = folderOf(input);
  const command = script.slice(0, shellLimits.characters + 1);
  const { description } = input as { description?: unknown };
  return {
    command,
    ...(typeof description === 'string' && { description: description.slice(0, longestTitle) }),
    ...(folder !== undefined && { cwd: folder.slice(0, longestPath) }),
    ...(isUnconfined(input) && { isUnconfined: true }),
    ...(isLeftRunning(input) && { isBackground: true }),
  };
}

/** Calls that read on name what they read. */
function boundedProcess(input: unknown): unknown {
  const process = processOf(input);
  return process === undefined ? undefined : { shellId: process };
}

function boundedPath(call: Tool): unknown {
  const process = boundedProcess(call.input);
  if (process !== undefined && readsProcess.test(call.name)) return process;
  const path = pathOf(call);
  return path === undefined ? undefined : { path: path.slice(-longestPath) };
}

/** What an edit printed says nothing; what was read or fetched may hold instructions. */
const isReadFor = (tool: Tool['tool']): boolean =>
  tool === 'shell' || tool === 'web' || tool === 'mcp' || tool === 'read' || tool === 'other';

const bothEnds = (output: string, most: number): string =>
  output.length > 2 * most ? `${output.slice(0, most)}\n${output.slice(-most)}` : output;

function boundedChanges(changes: readonly FileChange[]): FileChange[] {
  let left = longestChange;
  return changes.slice(0, maxChanges).map((change) => {
    const { source, length } = boundedSource(change.source, left);
    left = Math.max(0, left - length);
    return { ...change, path: change.path.slice(-longestPath), source };
  });
}

function boundedSource(source: ChangeSource, left: number): { source: ChangeSource; length: number } {
  switch (source.kind) {
    case 'content':
    case 'patch': {
      const text = source.text.slice(0, left);
      return { source: { ...source, text }, length: text.length };
    }
    case 'replace': {
      const kept = within(source.pairs, left, ([before, after]) => before.length + after.length);
      return { source: { ...source, pairs: kept.items }, length: kept.length };
    }
    case 'hunks': {
      const kept = within(source.hunks, left, ({ lines }) =>
        lines.reduce((sum, line) => sum + line.length + 1, 0),
      );
      return { source: { ...source, hunks: kept.items }, length: kept.length };
    }
    default:
      return { source, length: 0 };
  }
}

/** The first items that fit. */
function within<Item>(items: readonly Item[], most: number, lengthOf: (item: Item) => number) {
  const kept: Item[] = [];
  let length = 0;
  for (const item of items) {
    length += lengthOf(item);
    if (length > most) break;
    kept.push(item);
  }
  return { items: kept, length };
}

/** An entry that is no longer open: the few fields every fold still has of it. */
export function outline(entry: Entry): Entry {
  const { id, kind, lane } = entry;
  const base = {
    id,
    kind,
    sequences: entry.sequences.slice(0, 1),
    ...(lane !== undefined && { lane }),
    text: '',
  };
  if (!('outcome' in entry)) return base as unknown as Entry;
  const { name, title, tool } = entry;
  return { ...base, name, title, tool, outcome: 'running' } as unknown as Entry;
}

export function merged(before: Entry, patch: Partial<Draft>, appended: string): Entry {
  const entry = { ...before, ...patch } as Entry & { text?: string };
  if (appended === '') return entry;
  return { ...entry, text: `${'text' in before ? (before.text ?? '') : ''}${appended}` } as Entry;
}
