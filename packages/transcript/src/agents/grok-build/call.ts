import { pathOf, toolKind } from '../../calls/tool.ts';
import { fileChange } from '../../diff.ts';
import type { FileChange, ToolKind } from '../../entry.ts';
import { compact, first, type Json, list, lookup, num, obj, str, text } from '../../json.ts';
import type { Pen } from '../../pen.ts';

/** The kinds of the Agent Client Protocol. */
const kinds: Record<string, ToolKind> = {
  read: 'read',
  edit: 'edit',
  delete: 'edit',
  move: 'edit',
  search: 'search',
  execute: 'shell',
  fetch: 'web',
};

export function call(update: Json, pen: Pen) {
  const id = str(update.toolCallId);
  const title = str(update.title) ?? '';
  const named = str(obj(obj(update._meta)['x.ai/tool']).name);
  // The title is the tool's name, or a sentence for people.
  const name = named ?? (/^[\w.:-]{1,80}$/.test(title) ? title : (str(update.kind) ?? 'tool'));
  const own = toolKind(name);
  const kind = own === 'other' ? (lookup(kinds, update.kind) ?? own) : own;
  pen.call(id, { name, input: update.rawInput, kind, ...(title !== name && title !== '' && { title }) });
  notePath(id, update, pen);
  const changes = changesIn(update, undefined);
  if (changes !== undefined && pen.get(`call:${id}`)?.kind === 'tool') pen.change(`call:${id}`, { changes });
  if (update.status === 'completed' || update.status === 'failed') callUpdate(update, pen);
}

export function callUpdate(update: Json, pen: Pen) {
  const id = str(update.toolCallId);
  const { status } = update;
  if (status !== 'completed' && status !== 'failed') {
    const begun = pen.get(`call:${id}`);
    if (update.rawInput !== undefined && begun !== undefined && 'outcome' in begun)
      pen.call(id, { name: begun.name, kind: begun.tool, input: update.rawInput });
    notePath(id, update, pen);
    return pen.meta('tool_call_update');
  }
  const raw = obj(update.rawOutput);
  const exitCode = num(raw.exit_code) ?? num(raw.exitCode);
  const failed = status === 'failed' || (exitCode !== undefined && exitCode !== 0);
  const said = list(update.content)
    .map((block) => text(obj(block).content))
    .filter((part) => part !== '')
    .join('\n');
  const path = pen.recall<string>(`path:${id}`);
  pen.result(id, {
    output:
      said ||
      first(update.rawOutput, raw.output, raw.stdout, raw.content) ||
      (update.rawOutput === undefined ? '' : compact(update.rawOutput)),
    outcome: failed ? 'error' : 'ok',
    exitCode,
    changes: failed ? undefined : changesIn(update, path),
  });
}

/** The input of a call is not at hand any more when its result comes. */
function notePath(id: string | undefined, update: Json, pen: Pen) {
  const path = pathOf(update.rawInput);
  if (path !== undefined) pen.remember(`path:${id}`, path);
}

/** Blocks with the text before and after. */
function changesIn(update: Json, fallback: string | undefined): FileChange[] | undefined {
  const changes = list(update.content).flatMap((raw): FileChange[] => {
    const block = obj(raw);
    const [path, after] = [str(block.path) ?? fallback, str(block.newText)];
    if (path === undefined || after === undefined) return [];
    const before = str(block.oldText);
    return before === undefined
      ? [fileChange(path, 'add', { kind: 'content', text: after })]
      : [fileChange(path, 'update', { kind: 'replace', pairs: [[before, after]] })];
  });
  return changes.length > 0 ? changes : undefined;
}
