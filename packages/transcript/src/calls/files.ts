import { fileChange, parseApplyPatch } from '../diff.ts';
import type { FileChange, ToolKind } from '../entry.ts';
import { first, list, obj, str } from '../json.ts';
import { pathOf } from './tool.ts';

const before = (o: Record<string, unknown>) =>
  str(o.old_string ?? o.oldString ?? o.old_str ?? o.oldText ?? o.old_text);
const after = (o: Record<string, unknown>) =>
  str(o.new_string ?? o.newString ?? o.new_str ?? o.newText ?? o.new_text);

/**
 * What a call is about to change, read from its input. A result that carries the real patch replaces it;
 * a call that failed changed nothing (see `Pen.result`).
 */
export function changesOf(kind: ToolKind, name: string, input: unknown): FileChange[] | undefined {
  if (kind !== 'edit' && kind !== 'write') return undefined;
  const patch =
    typeof input === 'string' ? input : first(obj(input).patch, obj(input).input, obj(input).patchText);
  if (patch?.includes('*** Begin Patch')) {
    const changes = parseApplyPatch(patch);
    return changes.length > 0 ? changes : undefined;
  }
  const o = obj(input);
  const path = pathOf(o);
  if (path === undefined) return undefined;
  if (/delete/i.test(name)) return [fileChange(path, 'delete', { kind: 'none' })];
  const edits = list(o.edits ?? o.replacements).map(obj);
  const pairs = (edits.length > 0 ? edits : [o]).flatMap((edit): [string, string][] => {
    const [old, fresh] = [before(edit), after(edit)];
    return old === undefined && fresh === undefined ? [] : [[old ?? '', fresh ?? '']];
  });
  const all = o.replace_all === true || o.replaceAll === true;
  if (pairs.length > 0)
    return [fileChange(path, 'update', { kind: 'replace', pairs, ...(all && { all: true as const }) })];
  const content = str(o.content ?? o.contents ?? o.file_text ?? o.text ?? o.code_edit ?? o.insert_text);
  return content === undefined
    ? undefined
    : [fileChange(path, kind === 'write' ? 'add' : 'update', { kind: 'content', text: content })];
}

/** Changes recorded per path, as Codex does: `{ path: { type, content | unified_diff, move_path } }`. */
export function recordedChanges(value: unknown): FileChange[] | undefined {
  const changes = Object.entries(obj(value)).map(([path, raw]): FileChange => {
    const c = obj(raw);
    const moved = str(c.move_path);
    const kind = c.type === 'add' || c.type === 'delete' ? c.type : moved ? 'move' : 'update';
    const content = str(c.content);
    const unified = str(c.unified_diff ?? c.diff);
    if (unified !== undefined) return fileChange(path, kind, { kind: 'patch', text: unified }, moved);
    if (content !== undefined) return fileChange(path, kind, { kind: 'content', text: content }, moved);
    return fileChange(path, kind, { kind: 'none' }, moved);
  });
  return changes.length > 0 ? changes : undefined;
}
