import { fileChange, printedPatch } from '../../diff.ts';
import type { Attachment, FileChange } from '../../entry.ts';
import { compact, first, isObject, type Json, list, obj, str, text } from '../../json.ts';
import type { Pen } from '../../pen.ts';

/** The words of a prompt, and the files and threads that were mentioned in it. */
export function said(content: unknown): { text: string; attachments?: Attachment[] } {
  const words: string[] = [];
  const attachments: Attachment[] = [];
  for (const raw of list(content)) {
    const block = obj(raw);
    if (block.Text !== undefined) words.push(text(block.Text));
    else if (isObject(block.Mention)) {
      const name = mentioned(block.Mention.uri);
      const data = str(block.Mention.content);
      words.push(`@${name}`);
      attachments.push({ kind: 'file', name, ...(data && { data }) });
    } else if (block.Image !== undefined) {
      const data = first(obj(block.Image).source, obj(block.Image).data);
      attachments.push({ kind: 'image', ...(data && { data }) });
    }
  }
  return { text: words.join(' ').trim(), ...(attachments.length > 0 && { attachments }) };
}

function mentioned(uri: unknown): string {
  if (typeof uri === 'string') return uri;
  const inner = obj(Object.values(obj(uri))[0]);
  return first(inner.abs_path, inner.path, inner.name, inner.url) ?? compact(uri);
}

export function answer(id: string, result: Json, asked: string | undefined, pen: Pen) {
  const { content, output } = result;
  const words = text(obj(content).Text ?? content) || first(output) || '';
  const failed = result.is_error === true;
  pen.result(id, {
    output: words || (isObject(output) ? compact(output) : ''),
    outcome: failed ? 'error' : 'ok',
    changes: failed ? undefined : changesIn(obj(output), id, asked, pen),
  });
}

/** An edit keeps the text before and after, or the diff; `asked` is the path that its call names. */
function changesIn(output: Json, id: string, asked: string | undefined, pen: Pen): FileChange[] | undefined {
  const call = pen.get(`call:${id}`);
  const path = first(output.input_path, output.path, asked);
  if (path === undefined || call?.kind !== 'tool') return undefined;
  const [before, after, diff] = [str(output.old_text), str(output.new_text), str(output.diff)];
  if (diff?.includes('@@')) return [fileChange(path, 'update', printedPatch(diff))];
  if (before === undefined || after === undefined) return undefined;
  return [fileChange(path, before === '' ? 'add' : 'update', { kind: 'replace', pairs: [[before, after]] })];
}

/** Before 0.3: `{ role, segments, tool_uses, tool_results }`. */
export function readOld(m: Json, key: string, pen: Pen) {
  list(m.segments).forEach((raw, index) => {
    const segment = obj(raw);
    const words = text(segment);
    if (words === '') return;
    if (segment.type === 'thinking') pen.put({ kind: 'thinking', text: words }, `${key}/${index}`);
    else if (m.role === 'user') {
      pen.title(words, 'prompt');
      pen.put({ kind: 'prompt', text: words, origin: 'human' }, `${key}/${index}`);
    } else if (m.role === 'assistant') pen.put({ kind: 'reply', text: words }, `${key}/${index}`);
    else
      pen.put(
        { kind: 'notice', label: str(m.role) ?? 'message', text: words, level: 'context' },
        `${key}/${index}`,
      );
  });
  for (const raw of list(m.tool_uses))
    pen.call(str(obj(raw).id), { name: str(obj(raw).name) ?? 'tool', input: obj(raw).input });
  for (const raw of list(m.tool_results)) {
    const result = obj(raw);
    const outcome = result.is_error === true ? 'error' : 'ok';
    pen.result(str(result.tool_use_id), {
      output: text(obj(result.content).Text ?? result.content),
      outcome,
    });
  }
  if (!pen.wrote) pen.meta('message (empty)');
}
