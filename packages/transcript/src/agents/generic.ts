/**
 * Any other agent. One record = whatever the agent keeps as one thing: a line (Kiro, Kimi, Droid, Vibe),
 * a message of a rewritten file (Cline, Amp, Roo), a row (Goose), a paragraph of markdown (Aider, as a string).
 * Nearly all speak a dialect of "role and content blocks"; what is not that becomes a tidy notice with its data.
 * A message that comes again under its id replaces the earlier one.
 */
import type { AgentReader } from '../agent.ts';
import type { Draft } from '../entry.ts';
import { attachments, clip, compact, first, type Json, lookup, num, obj, str, text, time } from '../json.ts';
import type { Pen } from '../pen.ts';
import { tokens } from '../totals/tokens.ts';

export const generic = (id: string): AgentReader => ({
  id,
  time: (r) =>
    time(
      r.timestamp ??
        r.ts ??
        r.time ??
        r.created_at ??
        r.created_timestamp ??
        obj(r.meta).sentAt ??
        obj(obj(r.data).meta).timestamp,
    ),
  line: (said, pen) => paragraph(said, pen),
  read(record, pen) {
    const kind = str(record.kind);
    const inner =
      kind !== undefined && 'data' in record ? { ...obj(record.data), role: lookup(kiro, kind) } : {};
    const said: Json = { ...record, ...obj(record.message), ...inner };
    pen.learn({
      cwd: first(record.cwd, record.working_dir),
      agentSessionId: first(record.sessionId, record.session_id),
    });
    if (typeof said.title === 'string') pen.title(said.title, 'generated');
    const type = str(record.type) ?? kind ?? 'record';
    const at: Place = { channel: type, key: keyOf(said, pen) };
    spend(said, at, pen);
    const role = str(said.role);
    if (role !== undefined && 'content' in said) return message(role, said.content, at, pen);
    if (role !== undefined && typeof said.text === 'string') return words(role, said.text, at, pen);
    other(type, said, record, at, pen);
  },
});

/** Where a record's words go: under the message's id, or beside the same words on another channel. */
interface Place {
  channel: string;
  key: string | undefined;
}

const kiro: Record<string, string> = { Prompt: 'user', AssistantMessage: 'assistant', ToolResults: 'user' };

function keyOf(said: Json, pen: Pen): string | undefined {
  const id = first(said.id, said.message_id) ?? num(said.messageId) ?? num(said.id);
  return id === undefined ? undefined : `message:${pen.lane ?? ''}:${id}`;
}

function other(type: string, said: Json, record: Json, at: Place, pen: Pen) {
  const callId = first(record.toolCallId, record.toolId, record.id);
  if (type === 'tool_call') {
    const name = str(record.toolName) ?? 'tool';
    return pen.call(callId, { name, input: record.parameters ?? record.input });
  }
  if (type === 'tool_result') {
    const output = printed(record.value ?? record.result ?? record.output);
    const exit = num(obj(record.value).exitCode);
    const failed = record.isError === true || (exit !== undefined && exit !== 0);
    return pen.result(callId, { output, outcome: failed ? 'error' : 'ok', exitCode: exit });
  }
  if (type === 'error') {
    return pen.put({ kind: 'error', text: first(record.message, record.error) ?? compact(record) });
  }
  if (type === 'turn.prompt' || type === 'turn.steer') return words('user', text(record.input), at, pen);
  const shown = text(said) || first(record.finalText, record.summary, record.name) || compact(record);
  pen.put({ kind: 'notice', label: type, text: clip(shown, 2_000), level: 'info', data: record });
}

/** Aider's markdown: `#### ` is the person, `> ` the tool, `# aider chat started at` a new run, the rest the model. */
function paragraph(raw: string, pen: Pen) {
  const said = raw.trim();
  const at: Place = { channel: 'text', key: undefined };
  const [, started] = /^# aider chat started at (.+)$/.exec(said) ?? [];
  if (started) return pen.put({ kind: 'notice', label: 'started', text: started, level: 'info' });
  if (said.startsWith('#### ')) return words('user', said.replace(/^#### ?/gm, '').trim(), at, pen);
  if (!said.startsWith('> ')) return words('assistant', said, at, pen);
  pen.put({ kind: 'notice', label: 'output', text: said.replace(/^> ?/gm, '').trim(), level: 'info' });
}

function words(role: string, said: string, { channel, key }: Place, pen: Pen) {
  const speaker = role === 'model' ? 'assistant' : role;
  if (speaker === 'user') pen.title(said, 'prompt');
  const draft: Draft =
    speaker === 'user'
      ? { kind: 'prompt', text: said, origin: pen.lane === undefined ? 'human' : 'agent' }
      : speaker === 'assistant'
        ? { kind: 'reply', text: said }
        : { kind: 'notice', label: role, text: said, level: 'context' };
  if (key === undefined) pen.once(speaker, said, channel, draft);
  else pen.put(draft, key);
}

function message(role: string, content: unknown, { channel, key }: Place, pen: Pen) {
  const blocks = Array.isArray(content) ? content : [content];
  blocks.forEach((raw, i) => {
    block(role, raw, { channel, key: key && `${key}/${i}` }, pen);
  });
  if (!pen.wrote) words(role, text(content), { channel, key }, pen);
}

function block(role: string, raw: unknown, at: Place, pen: Pen) {
  const kind = str(obj(raw).kind);
  const b: Json = { ...obj(raw), ...(kind !== undefined && obj(obj(raw).data)) };
  const type = str(b.type) ?? kind;
  const callId = first(b.tool_use_id, b.toolUseID, b.toolUseId, b.id);
  if (type === 'thinking' || type === 'reasoning') {
    return pen.put({ kind: 'thinking', text: str(b.thinking) ?? text(b) }, at.key);
  }
  if (type === 'tool_use' || type === 'toolUse') {
    return pen.call(callId, { name: str(b.name) ?? 'tool', input: b.input });
  }
  if (type === 'toolRequest') {
    const call = obj(obj(b.toolCall).value ?? b.toolCall);
    return pen.call(callId, { name: str(call.name) ?? 'tool', input: call.arguments });
  }
  if (type === 'tool_result' || type === 'toolResult' || type === 'toolResponse') {
    const run = obj(b.run ?? b.toolResult);
    const failed = b.is_error === true || run.status === 'error' || b.status === 'error';
    const output = printed(b.content ?? run.result ?? run.value ?? run.error);
    const outcome = failed ? 'error' : run.status === 'cancelled' ? 'interrupted' : 'ok';
    return pen.result(callId, { output, outcome });
  }
  const extra = attachments([b]);
  if (extra !== undefined) {
    const name = first(b.path, b.filename) ?? '';
    const draft: Draft =
      role === 'user'
        ? { kind: 'prompt', text: name, origin: 'human', attachments: extra }
        : { kind: 'reply', text: name, attachments: extra };
    return pen.put(draft, at.key);
  }
  const spoken = typeof raw === 'string' ? raw : text(b) || first(obj(raw).data) || '';
  if (spoken.trim() !== '') words(role, spoken, at, pen);
}

const printed = (value: unknown): string => text(value) || (value === undefined ? '' : compact(value));

/** Amp's `usage`, Cline's `metrics`: input without cache, cost where there is one. */
function spend(said: Json, at: Place, pen: Pen): void {
  const used = obj(said.usage ?? said.metrics);
  const model = first(used.model, obj(said.modelInfo).id, said.model);
  if (model === undefined || num(used.outputTokens) === undefined) return;
  const cost = num(used.cost);
  pen.spend(at.key ?? `#${pen.serial()}`, {
    model,
    tokens: tokens({
      input: num(used.inputTokens),
      output: num(used.outputTokens),
      cacheRead: num(used.cacheReadInputTokens) ?? num(used.cacheReadTokens),
      cacheWrite: num(used.cacheCreationInputTokens) ?? num(used.cacheWriteTokens),
    }),
    ...(cost !== undefined && { cost }),
  });
}
