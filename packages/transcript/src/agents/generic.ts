/**
 * Any other agent. One record = whatever the agent keeps as one thing: a line (Kiro, Kimi, Droid, Vibe),
 * a message of a rewritten file (Cline, Amp, Roo), a row (Goose), a paragraph of markdown (Aider, as a string).
 * Nearly all speak a dialect of "role and content blocks"; what is not that becomes a tidy notice with its data.
 */
import type { AgentReader } from '../agent.ts';
import { attachments, clip, compact, first, type Json, num, obj, str, text, time } from '../json.ts';
import type { Pen } from '../pen.ts';
import { tokens } from '../usage.ts';

export const generic = (id: string): AgentReader => ({
  id,
  time: (r) =>
    time(
      r.timestamp ??
        r.ts ??
        r.time ??
        r.created_at ??
        r.createdAt ??
        obj(r.meta).sentAt ??
        obj(obj(r.data).meta).timestamp,
    ),
  line,
  read(record, pen) {
    const kind = str(record.kind);
    const inner = kind !== undefined && 'data' in record ? { ...obj(record.data), role: kiro[kind] } : {};
    const said = { ...record, ...obj(record.message), ...inner } as Json;
    pen.learn({ cwd: first(record.cwd), agentSessionId: first(record.sessionId, record.session_id) });
    if (typeof said.title === 'string') pen.title(said.title, 'generated');
    spend(said, record, pen);
    const role = str(said.role);
    if (role !== undefined && 'content' in said) return message(role, said, pen);
    if (role !== undefined && typeof said.text === 'string') return words(role, said.text, pen);
    const type = str(record.type) ?? kind ?? 'record';
    const callId = first(record.toolCallId, record.toolId, record.id);
    if (type === 'tool_call')
      return pen.call(callId, {
        name: str(record.toolName) ?? 'tool',
        input: record.parameters ?? record.input,
      });
    if (type === 'tool_result')
      return pen.result(callId, {
        output: printed(record.value ?? record.result ?? record.output),
        outcome: record.isError === true ? 'error' : 'ok',
      });
    if (type === 'error')
      return pen.put({ kind: 'error', text: first(record.message, record.error) ?? compact(record) });
    if (type === 'turn.prompt' || type === 'turn.steer') return words('user', text(record.input), pen);
    pen.put({
      kind: 'notice',
      label: type,
      text: clip(
        text(said) || first(record.finalText, record.summary, record.name) || compact(record),
        2_000,
      ),
      level: 'info',
      data: record,
    });
  },
});

const kiro: Record<string, string> = { Prompt: 'user', AssistantMessage: 'assistant', ToolResults: 'user' };

/** Aider's markdown: `#### ` is the person, `> ` the tool, the rest the model. */
function line(said: string, pen: Pen) {
  if (said.startsWith('#### ')) words('user', said.replace(/^#### ?/gm, '').trim(), pen);
  else if (said.startsWith('> '))
    pen.put({ kind: 'notice', label: 'output', text: said.replace(/^> ?/gm, '').trim(), level: 'info' });
  else words('assistant', said, pen);
}

function words(role: string, said: string, pen: Pen) {
  if (role === 'user') {
    pen.title(said, 'prompt');
    pen.put({ kind: 'prompt', text: said, origin: pen.lane === undefined ? 'human' : 'agent' });
  } else if (role === 'assistant' || role === 'model') pen.put({ kind: 'reply', text: said });
  else pen.put({ kind: 'notice', label: role, text: said, level: 'context' });
}

function message(role: string, said: Json, pen: Pen) {
  const blocks = Array.isArray(said.content) ? said.content : [said.content];
  for (const raw of blocks) block(role, raw, pen);
  if (!pen.wrote) words(role, text(said.content), pen);
}

function block(role: string, raw: unknown, pen: Pen) {
  const b = { ...obj(raw), ...(str(obj(raw).kind) !== undefined && obj(obj(raw).data)) } as Json;
  const type = str(b.type) ?? str(obj(raw).kind);
  const callId = first(b.tool_use_id, b.toolUseID, b.toolUseId, b.id);
  if (type === 'thinking' || type === 'reasoning')
    return pen.put({ kind: 'thinking', text: str(b.thinking) ?? text(b) });
  if (type === 'tool_use' || type === 'toolUse')
    return pen.call(callId, { name: str(b.name) ?? 'tool', input: b.input });
  if (type === 'tool_result' || type === 'toolResult') {
    const run = obj(b.run);
    const failed = b.is_error === true || run.status === 'error' || b.status === 'error';
    const output = printed(b.content ?? run.result ?? run.error);
    return pen.result(callId, {
      output,
      outcome: failed ? 'error' : run.status === 'cancelled' ? 'interrupted' : 'ok',
    });
  }
  const extra = attachments([b]);
  if (extra !== undefined)
    return pen.put({
      kind: role === 'user' ? 'prompt' : 'reply',
      text: '',
      origin: 'human',
      attachments: extra,
    } as never);
  const spoken = typeof raw === 'string' ? raw : text(b) || first(obj(raw).data) || '';
  if (spoken.trim() !== '') words(role, spoken, pen);
}

const printed = (value: unknown): string => text(value) || (value === undefined ? '' : compact(value));

/** Amp's `usage`, Cline's `metrics`: input without cache, cost where there is one. */
function spend(said: Json, record: Json, pen: Pen) {
  const used = obj(said.usage ?? said.metrics);
  const model = first(used.model, obj(said.modelInfo).id, said.model);
  if (model === undefined || num(used.outputTokens) === undefined) return;
  const cost = num(used.cost);
  pen.spend(`${pen.lane ?? ''}:${first(said.id) ?? num(record.messageId) ?? pen.length()}`, {
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
