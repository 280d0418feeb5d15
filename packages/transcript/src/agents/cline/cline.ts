/**
 * Cline. Since CLI 3 and extension 4 a session of the SDK: one record = its head (`type: "session"`), a message of
 * `<id>.messages.json` or, from the file of the shortened context, a `compaction`. Before that a task folder (task.ts).
 * `inputTokens` include what came from the cache. Denials and interruptions have no field of their own.
 */
import type { AgentReader } from '../../agent.ts';
import {
  attachments,
  compact,
  first,
  isObject,
  type Json,
  list,
  num,
  obj,
  parse,
  str,
  text,
  time,
  word,
} from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens, withoutCache } from '../../totals/tokens.ts';
import { readTask } from './task.ts';

export const cline: AgentReader = {
  id: 'cline',
  time: (record) => time(record.ts ?? record.started_at),
  prompt: (record) => (record.role === 'user' ? text(list(record.content)[0]) : undefined),
  read(record, pen) {
    if (readTask(record, pen)) return;
    if (record.type === 'compaction') return compacted(record, pen);
    if (record.role === 'user' || record.role === 'assistant') return message(record, pen);
    if ('session_id' in record || 'sessionId' in record) head(record, pen);
  },
};

function head(record: Json, pen: Pen) {
  pen.learn({
    agentSessionId: first(record.session_id, record.sessionId),
    cwd: first(record.cwd, record.workspace_root),
  });
  pen.title(str(obj(record.metadata).title), 'generated');
  pen.model(str(record.model));
  if (/^(?:completed|failed|cancelled|aborted)$/.test(word(record.status))) pen.abandon('interrupted', true);
  pen.meta('session');
}

/** The whole history stays where it is; this is what the model goes on with. */
function compacted(record: Json, pen: Pen) {
  const summary = list(record.messages)
    .map(obj)
    .find((one) => one.role === 'user');
  pen.put(
    { kind: 'compaction', text: text(summary?.content) },
    `compaction:${pen.lane ?? ''}:${word(record.key)}`,
  );
}

/** The harness speaks in the person's voice. */
const notice = /^\s*(?:<|\[)?SYSTEM_NOTICE\b/i;

function message(record: Json, pen: Pen) {
  const id = `${pen.lane ?? ''}:${first(record.id) ?? pen.serial()}`;
  const blocks =
    typeof record.content === 'string' ? [{ type: 'text', text: record.content }] : list(record.content);
  const model = str(obj(record.modelInfo).id);
  for (const [index, raw] of blocks.entries()) block(obj(raw), record, `${id}/${index}`, pen, model);
  if (!pen.wrote) pen.meta('message (empty)');
  const used = obj(record.metrics);
  if (num(used.outputTokens) === undefined) return;
  const cost = num(used.cost);
  const [read, write] = [num(used.cacheReadTokens), num(used.cacheWriteTokens)];
  const said = num(record.ts);
  pen.spend(`message:${id}`, {
    model: model ?? 'unknown',
    // A fork gives messages other ids, and leaves their times and counts.
    ...(said !== undefined && { id: `${said}:${num(used.inputTokens)}.${num(used.outputTokens)}` }),
    tokens: tokens({
      input: withoutCache(num(used.inputTokens), read, write),
      output: num(used.outputTokens),
      cacheRead: read,
      cacheWrite: write,
    }),
    ...(cost !== undefined && { cost }),
  });
}

function block(part: Json, record: Json, key: string, pen: Pen, model: string | undefined) {
  const by = model === undefined ? {} : { model };
  const said = text(part);
  switch (part.type) {
    case 'thinking':
    case 'redacted_thinking': {
      const thought = str(part.thinking) ?? '';
      return pen.put({ kind: 'thinking', text: thought, ...by }, key);
    }
    case 'tool_use':
      return pen.call(str(part.id), { name: str(part.name) ?? 'tool', input: part.input, ...listed(part) });
    case 'tool_result':
      return result(part, pen);
    case 'file':
      return pen.put(
        {
          kind: 'notice',
          label: 'attached',
          text: `${word(part.path)}\n${word(part.content)}`,
          level: 'context',
        },
        key,
      );
    case 'image': {
      const pictures = attachments([part]);
      const extra = pictures && { attachments: pictures };
      if (record.role === 'user')
        return pen.put({ kind: 'prompt', text: '', origin: 'human', ...extra }, key);
      return pen.put({ kind: 'reply', text: '', ...extra, ...by }, key);
    }
    case 'text':
      if (said === '') return;
      if (record.role === 'assistant') return pen.put({ kind: 'reply', text: said, ...by }, key);
      if (notice.test(said))
        return pen.put({ kind: 'notice', label: 'context', text: said, level: 'context' }, key);
      pen.title(said, 'prompt');
      return pen.put({ kind: 'prompt', text: said, origin: pen.lane === undefined ? 'human' : 'agent' }, key);
    default:
      pen.put(
        { kind: 'unknown', label: `${word(record.role)}/${word(part.type)}`, text: said, raw: part },
        key,
      );
  }
}

/** `run_commands` takes several; one line says which. */
function listed(part: Json): { title?: string } {
  const commands = list(obj(part.input).commands).map((one) => first(one, obj(one).command) ?? compact(one));
  const files = list(obj(part.input).files).map((one) => first(one, obj(one).path) ?? compact(one));
  const title = commands.join('; ') || files.join(', ');
  return title === '' ? {} : { title: title.slice(0, 200) };
}

function result(part: Json, pen: Pen) {
  const callId = str(part.tool_use_id);
  const parsed = typeof part.content === 'string' ? parse(part.content) : part.content;
  const answers = Array.isArray(parsed) ? parsed.filter(isObject) : [];
  const isAnswers = answers.length > 0 && answers.every((one) => 'result' in one || 'error' in one);
  const output = isAnswers
    ? answers.map((one) => text(one.result ?? one.error) || compact(one.result ?? one.error)).join('\n')
    : text(part.content);
  const failed =
    part.is_error === true || (isAnswers && answers.some((one) => one.success === false || one.error));
  pen.result(callId, { output, outcome: failed ? 'error' : 'ok', attachments: attachments(part.content) });
}
