import { fileChange, printedPatch } from '../../diff.ts';
import type { FileChange, ToolKind } from '../../entry.ts';
import { first, type Json, list, lookup, obj, parse, str, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';

const kinds: Record<string, ToolKind> = {
  readFile: 'read',
  fetchInstructions: 'read',
  listCodeDefinitionNames: 'read',
  newFileCreated: 'write',
  editedExistingFile: 'edit',
  appliedDiff: 'edit',
  insertContent: 'edit',
  searchAndReplace: 'edit',
  fileDeleted: 'edit',
  listFilesTopLevel: 'search',
  listFilesRecursive: 'search',
  searchFiles: 'search',
  codebaseSearch: 'search',
  webFetch: 'web',
  webSearch: 'web',
  updateTodoList: 'todo',
  newTask: 'task',
};

export function toolCall(call: Json, id: string, pen: Pen) {
  const name = str(call.tool) ?? 'tool';
  const kind = lookup(kinds, name);
  if (kind === 'task') {
    const input = { prompt: call.content, subagent_type: call.mode };
    pen.call(id, { name, input, kind, title: str(call.mode) });
    pen.remember('open task', id);
    return;
  }
  const { tool: _, ...input } = call;
  pen.call(id, { name, input, ...(kind && { kind }) });
  const changes = changesOf(call, kind);
  if (changes !== undefined && pen.get(`call:${id}`)?.kind === 'tool')
    pen.change(`call:${id}`, { changes, title: changes.map((change) => change.path).join(', ') });
  // A list of things to do is what it says; anything else waits for its result.
  if (kind === 'todo') pen.result(id, { outcome: 'ok' });
  else open(id, pen);
}

function open(id: string, pen: Pen) {
  if (pen.recall(`asked:${id}`) === true) return;
  pen.remember(`asked:${id}`, true);
  pen.remember('open call', id);
}

function changesOf(call: Json, kind: ToolKind | undefined): FileChange[] | undefined {
  const several = list(call.batchDiffs).map(obj);
  if (several.length > 0)
    return several.flatMap((one) => changesOf({ ...one, diff: one.diff ?? diffsOf(one) }, 'edit') ?? []);
  const path = str(call.path);
  if (path === undefined || (kind !== 'edit' && kind !== 'write')) return undefined;
  if (call.tool === 'fileDeleted') return [fileChange(path, 'delete', { kind: 'none' })];
  const diff = str(call.diff);
  const pairs = diff === undefined ? [] : searchReplace(diff);
  if (pairs.length > 0) return [fileChange(path, 'update', { kind: 'replace', pairs })];
  if (diff?.includes('@@')) return [fileChange(path, 'update', printedPatch(diff))];
  const content = str(call.content);
  if (content === undefined) return undefined;
  // Of an edit without a diff nobody knows what changed; its content is the whole file.
  return kind === 'write'
    ? [fileChange(path, 'add', { kind: 'content', text: content })]
    : [fileChange(path, 'update', { kind: 'none' })];
}

const diffsOf = (one: Json): string =>
  list(one.diffs)
    .map((each) => str(obj(each).content) ?? '')
    .join('\n');

/** Blocks of `SEARCH`, `=======`, `REPLACE` in both families' fences, read line by line. */
export function searchReplace(diff: string): [string, string][] {
  const pairs: [string, string][] = [];
  let side: 'none' | 'before' | 'after' = 'none';
  let [before, after]: [string[], string[]] = [[], []];
  for (const line of diff.split('\n')) {
    if (/^(?:<{5,}|-{5,}) ?SEARCH>?\s*$/.test(line)) {
      [before, after, side] = [[], [], 'before'];
    } else if (side === 'before' && /^={5,}\s*$/.test(line)) side = 'after';
    else if (side === 'after' && /^(?:>{5,}|\+{5,}) ?REPLACE>?\s*$/.test(line)) {
      pairs.push([before.join('\n'), after.join('\n')]);
      side = 'none';
    } else if (side === 'before') {
      if (/^:start_line:\d+\s*$/.test(line) || (before.length === 0 && /^-{5,}\s*$/.test(line))) continue;
      before.push(line);
    } else if (side === 'after') after.push(line);
  }
  return pairs;
}

export function command(said: string, id: string, pen: Pen) {
  pen.call(id, { name: 'execute_command', input: { command: said.replace(/REQ_APP$/, '') } });
  pen.remember('open command', id);
  open(id, pen);
}

/** Each piece writes the whole output anew: past this, what a command prints is not added. */
const maxPieces = 200;
const maxOutput = 256 * 1024;

/** A command asks again and again while it prints, mostly without words; each record may still grow. */
export function commandOutput(said: string, id: string, pen: Pen) {
  const running = pen.recall<string>(`printed by:${id}`) ?? pen.recall<string>('open command');
  if (said === '' || running === undefined) return pen.meta('command_output');
  pen.remember(`printed by:${id}`, running);
  const parts = pen.recall<[string, string][]>(`output:${running}`) ?? [];
  const known = parts.find(([part]) => part === id);
  const size = parts.reduce((sum, [, part]) => sum + part.length, 0);
  if (!known && (parts.length >= maxPieces || size > maxOutput)) return pen.meta('command_output');
  if (known) known[1] = said;
  else parts.push([id, said]);
  pen.remember(`output:${running}`, parts);
  pen.change(`call:${running}`, { output: parts.map(([, part]) => part).join('\n') });
  pen.meta('command_output');
}

export function mcpCall(call: Json, id: string, pen: Pen) {
  const name = `${str(call.serverName) ?? 'mcp'}.${first(call.toolName, call.uri) ?? 'tool'}`;
  const input = parse(call.arguments) ?? call.arguments ?? { uri: word(call.uri) };
  pen.call(id, { name, input, kind: 'mcp' });
  open(id, pen);
}
