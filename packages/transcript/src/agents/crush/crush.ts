/**
 * Crush. One record = one row: the session (`type: "session"`) or a message with its parts, sent again while it grows.
 * Tool ids repeat inside a session (some providers call every call `0`), so a result belongs to the nearest earlier
 * call of its id that has none. Times are seconds. Tokens are those of the last request only and are not counted;
 * the cost is a sum, in which that of the sub-agents is contained.
 */
import type { AgentReader } from '../../agent.ts';
import { pathOf } from '../../calls/tool.ts';
import { fileChange, printedPatch, wholeChange } from '../../diff.ts';
import type { Attachment, FileChange } from '../../entry.ts';
import { first, type Json, list, num, obj, parse, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { noTokens } from '../../totals/tokens.ts';

export const crush: AgentReader = {
  id: 'crush',
  time: (record) => time(record.created_at),
  prompt: (record) =>
    record.role === 'user'
      ? text(obj(obj(list(record.parts).find((part) => obj(part).type === 'text')).data).text)
      : undefined,
  read(record, pen) {
    if (record.type === 'session') return session(record, pen);
    if (str(record.role) === undefined) return;
    message(record, pen);
    if (!pen.wrote) pen.meta('message (empty)');
  },
};

function session(record: Json, pen: Pen) {
  pen.learn({ agentSessionId: str(record.id), cwd: str(record.cwd) });
  const title = str(record.title);
  if (title !== undefined && title !== 'New Session') pen.title(title, 'generated');
  pen.meta('session');
  const cost = num(record.cost);
  if (pen.lane !== undefined || cost === undefined || cost === 0) return;
  const replies = pen.recall<number>('replies') ?? 0;
  pen.spend('session', {
    id: '@',
    model: pen.recall<string>('model') ?? 'unknown',
    tokens: { ...noTokens },
    cost,
    requests: Math.max(1, replies),
  });
}

function message(record: Json, pen: Pen) {
  const id = str(record.id) ?? `#${pen.serial()}`;
  const model = str(record.model);
  if (record.role === 'assistant' && pen.recall(`reply:${id}`) === undefined) {
    pen.remember(`reply:${id}`, true);
    pen.remember('replies', (pen.recall<number>('replies') ?? 0) + 1);
  }
  if (model) pen.remember('model', model);
  pen.model(model);
  if (record.is_summary_message === 1 || record.is_summary_message === true)
    return pen.put({ kind: 'compaction', text: said(record) }, `${id}/summary`);
  const files = list(record.parts).flatMap((part) => attachment(obj(part)));
  for (const [index, raw] of list(record.parts).entries()) {
    const part = obj(raw);
    read(word(part.type), obj(part.data), record, `${id}/${index}`, pen, files);
  }
}

const said = (record: Json): string =>
  list(record.parts)
    .map(obj)
    .filter((part) => part.type === 'text')
    .map((part) => text(obj(part.data).text))
    .join('\n');

function attachment(part: Json): Attachment[] {
  const data = obj(part.data);
  if (part.type === 'image_url') return [{ kind: 'image', data: word(data.url ?? obj(data.image_url).url) }];
  if (part.type !== 'binary') return [];
  const mediaType = first(data.mime_type, data.MIMEType);
  const name = first(data.path, data.Path);
  const bytes = first(data.data, data.Data);
  const kind = mediaType?.startsWith('image/') ? 'image' : 'file';
  return [{ kind, ...(mediaType && { mediaType }), ...(name && { name }), ...(bytes && { data: bytes }) }];
}

function read(type: string, data: Json, record: Json, key: string, pen: Pen, files: Attachment[]) {
  const model = str(record.model);
  const by = model ? { model } : {};
  const words = text(data.text);
  switch (type) {
    case 'text':
      if (words === '') return;
      if (record.role !== 'user') return pen.put({ kind: 'reply', text: words, ...by }, key);
      pen.title(words, 'prompt');
      return pen.put(
        {
          kind: 'prompt',
          text: words,
          origin: pen.lane === undefined ? 'human' : 'agent',
          ...(files.length > 0 && { attachments: files }),
        },
        key,
      );
    case 'reasoning':
      return pen.put({ kind: 'thinking', text: word(data.thinking), ...by }, key);
    case 'tool_call':
      return call(data, word(record.id), pen);
    case 'tool_result':
      return result(data, key, pen);
    case 'shell_command':
      return command(data, key, pen);
    case 'finish':
      return finish(data, key, pen);
    case 'image_url':
    case 'binary':
      return;
    default:
      pen.put({ kind: 'unknown', label: `part/${type}`, text: words, raw: data }, key);
  }
}

function call(data: Json, message: string, pen: Pen) {
  const id = word(data.id);
  const key = `${message}/${id}`;
  const input = parse(data.input) ?? data.input;
  pen.call(key, { name: str(data.name) ?? 'tool', input });
  const path = pathOf(input);
  if (path !== undefined) pen.remember(`path:${key}`, path);
  if (pen.recall(`called:${key}`) === true) return;
  pen.remember(`called:${key}`, true);
  pen.remember(`open:${id}`, [...(pen.recall<string[]>(`open:${id}`) ?? []), key].slice(-64));
}

function result(data: Json, part: string, pen: Pen) {
  const id = word(data.tool_call_id);
  const open = pen.recall<string[]>(`open:${id}`) ?? [];
  // A result that is sent again belongs where it went the first time.
  const key = pen.recall<string>(`result:${part}`) ?? open.at(-1);
  if (key === undefined)
    return pen.result(undefined, { output: word(data.content), outcome: 'unknown', name: str(data.name) });
  pen.remember(`result:${part}`, key);
  pen.remember(
    `open:${id}`,
    open.filter((one) => one !== key),
  );
  const output = word(data.content);
  const refused = data.is_error === true && /^user denied permission/i.test(output);
  const told = pen.recall(`refused:${key}`) === true;
  if (refused) pen.remember(`refused:${key}`, true);
  pen.result(key, {
    output,
    outcome: refused ? 'denied' : data.is_error === true ? 'error' : 'ok',
    changes: data.is_error === true ? undefined : changes(data, pen.recall<string>(`path:${key}`)),
    refusedBy: refused && !told ? 'person' : undefined,
  });
}

function changes(data: Json, path: string | undefined): FileChange[] | undefined {
  const facts = obj(parse(data.metadata));
  const [patch, before, after] = [str(facts.diff), str(facts.old_content), str(facts.new_content)];
  if (path === undefined) return undefined;
  if (before !== undefined && before !== '' && after !== undefined) return [wholeChange(path, before, after)];
  if (patch === undefined || patch === '') return undefined;
  return [fileChange(path, 'update', printedPatch(patch))];
}

/** Typed by the person. */
function command(data: Json, key: string, pen: Pen) {
  const line = word(data.command);
  const exit = num(data.exit_code);
  pen.title(`!${line}`, 'command');
  pen.put({ kind: 'prompt', text: `!${line}`, origin: 'command' }, `${key}/prompt`);
  pen.call(key, { name: 'shell_command', input: { command: line }, kind: 'shell' });
  pen.result(key, { output: word(data.output), outcome: (exit ?? 0) === 0 ? 'ok' : 'error', exitCode: exit });
}

function finish(data: Json, key: string, pen: Pen) {
  const why = [str(data.message), str(data.details)].filter(Boolean).join(': ');
  if (data.reason === 'error') {
    pen.abandon();
    pen.put({ kind: 'error', text: why || 'error' }, key);
  } else if (data.reason === 'canceled') {
    pen.abandon();
    pen.put({ kind: 'interruption', text: why || 'canceled' }, key);
  } else if (data.reason === 'content_filter' || data.reason === 'max_tokens')
    pen.put({ kind: 'notice', label: word(data.reason).replace('_', ' '), text: why, level: 'warning' }, key);
}
