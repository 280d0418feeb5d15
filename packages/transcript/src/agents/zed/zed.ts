/**
 * Zed's own agent. One record = the head of a thread, its totals, or one message, known by its position: the whole
 * thread is written anew with every change. Only the thread has times. Results stand beside the calls they answer.
 * Threads of versions before 0.3 have `role` and `segments` instead.
 */
import type { AgentReader } from '../../agent.ts';
import { pathOf } from '../../calls/tool.ts';
import { compact, first, isObject, type Json, list, num, obj, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';
import { roundOf } from '../round.ts';
import { answer, readOld, said } from './message.ts';

export const zed: AgentReader = {
  id: 'zed',
  time: (record) => time(record.created_at ?? record.updated_at),
  prompt: (record) => {
    const user = obj(record.message).User;
    return isObject(user) ? said(user.content).text : undefined;
  },
  read(record, pen) {
    if (record.type === 'thread') return head(record, pen);
    if (record.type === 'usage') return usage(record, pen);
    if (record.type === 'message') message(record.message, word(record.index), pen);
  },
};

function head(record: Json, pen: Pen) {
  const worktree = obj(list(record.worktrees)[0]);
  pen.learn({
    agentSessionId: str(record.id),
    cwd: first(worktree.path, list(record.folders)[0]),
    branch: str(worktree.branch),
  });
  pen.title(str(record.title), 'generated');
  const model = str(obj(record.model).model);
  pen.model(model);
  if (model !== undefined) pen.remember('model', model);
  pen.meta('thread');
}

/** The sum over all requests; of each prompt only its last request is kept. */
function usage(record: Json, pen: Pen) {
  const used = obj(record.cumulative_token_usage);
  const model = str(obj(record.model).model) ?? pen.recall<string>('model') ?? 'unknown';
  const requests = Math.max(1, Object.keys(obj(record.request_token_usage)).length);
  pen.meta('usage');
  if (num(used.input_tokens) === undefined && num(used.output_tokens) === undefined) return;
  pen.spend(`thread:${pen.lane ?? ''}`, {
    id: `@${pen.lane ?? ''}`,
    model,
    requests,
    tokens: tokens({
      input: num(used.input_tokens),
      output: num(used.output_tokens),
      cacheRead: num(used.cache_read_input_tokens),
      cacheWrite: num(used.cache_creation_input_tokens),
    }),
  });
}

/** Positions begin at 0 in every sub-agent. */
const keyOf = (position: string, prompt: string | undefined, pen: Pen): string =>
  `${pen.lane ?? ''}:${roundOf(position, prompt, pen)}:${position}`;

function message(raw: unknown, position: string, pen: Pen) {
  if (raw === 'Resume') return pen.meta('Resume');
  const m = obj(raw);
  if (isObject(m.User)) return user(m.User, position, pen);
  const key = keyOf(position, undefined, pen);
  if (isObject(m.Agent)) return agent(m.Agent, key, pen);
  if (m.Compaction !== undefined)
    return pen.put({ kind: 'compaction', text: text(m.Compaction) || compact(m.Compaction) }, key);
  if (typeof m.role === 'string') return readOld(m, key, pen);
  const [kind = 'message'] = typeof raw === 'string' ? [raw] : Object.keys(m);
  pen.put({ kind: 'notice', label: kind, text: text(m[kind]), level: 'info', data: m }, key);
}

function user(m: Json, position: string, pen: Pen) {
  const { text: words, attachments } = said(m.content);
  const key = keyOf(position, `${word(m.id)}\n${words}`, pen);
  pen.title(words, 'prompt');
  const origin = pen.lane === undefined ? 'human' : 'agent';
  pen.put({ kind: 'prompt', text: words, origin, ...(attachments && { attachments }) }, key);
}

function agent(m: Json, key: string, pen: Pen) {
  const model = pen.recall<string>('model');
  const results = obj(m.tool_results);
  list(m.content).forEach((raw, index) => {
    const block = obj(raw);
    const at = `${key}/${index}`;
    if (block.Text !== undefined) {
      const words = text(block.Text);
      if (words !== '') pen.put({ kind: 'reply', text: words, ...(model !== undefined && { model }) }, at);
    } else if (block.Thinking !== undefined) pen.put({ kind: 'thinking', text: text(block.Thinking) }, at);
    else if (block.RedactedThinking !== undefined) pen.put({ kind: 'thinking', text: '', hidden: true }, at);
    else if (isObject(block.ToolUse)) {
      const { id, name, input } = block.ToolUse;
      pen.call(str(id), { name: str(name) ?? 'tool', input });
      if (typeof id === 'string' && Object.hasOwn(results, id))
        answer(id, obj(results[id]), pathOf(input), pen);
    } else
      pen.put(
        { kind: 'notice', label: Object.keys(block)[0] ?? 'block', text: text(raw), level: 'info' },
        at,
      );
  });
  if (!pen.wrote) pen.meta('Agent (empty)');
}
