/**
 * Amp. One record = the head of a thread, or one of its messages, each completed in place. `messageId` counts from 0
 * and is used again when the person edits an earlier prompt: what followed that prompt is then rewound.
 */
import type { AgentReader } from '../../agent.ts';
import { fileChange, printedPatch } from '../../diff.ts';
import type { FileChange, Outcome, ToolKind } from '../../entry.ts';
import {
  attachments,
  compact,
  first,
  type Json,
  list,
  lookup,
  num,
  obj,
  str,
  text,
  time,
  word,
} from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';
import { roundOf } from '../round.ts';

export const amp: AgentReader = {
  id: 'amp',
  time: (record) => time(obj(record.meta).sentAt ?? obj(record.usage).timestamp ?? record.created),
  read(record, pen) {
    if (record.role === 'user' || record.role === 'assistant') return message(record, record.role, pen);
    if (record.type === 'thread' || (record.created !== undefined && record.env !== undefined))
      head(record, pen);
  },
};

function head(record: Json, pen: Pen) {
  const initial = obj(obj(record.env).initial);
  const tree = obj(list(initial.trees)[0]);
  const repository = obj(tree.repository);
  const uri = str(tree.uri);
  pen.learn({
    agentSessionId: str(record.id),
    cwd: uri?.startsWith('file://') ? pathIn(uri) : undefined,
    branch: str(repository.ref)?.replace(/^refs\/heads\//, ''),
    repository: str(repository.url),
    agentVersion: str(obj(initial.platform).clientVersion),
  });
  pen.title(str(record.title), 'generated');
  pen.meta('thread');
}

function pathIn(uri: string): string {
  try {
    return decodeURIComponent(uri.slice('file://'.length));
  } catch {
    return uri;
  }
}

function message(record: Json, role: 'user' | 'assistant', pen: Pen) {
  const number = num(record.messageId);
  const content = record.content;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  const round = roundOf(word(number), number === undefined ? undefined : promptOf(record, role, blocks), pen);
  const key = number === undefined ? undefined : `${round}/${number}`;
  const model = str(obj(record.usage).model);
  blocks.forEach((raw, index) => {
    block(obj(raw), role, { key: key && `${key}/${index}`, model }, pen);
  });
  spend(obj(record.usage), key ?? `#${pen.serial()}`, pen);
  const state = obj(record.state);
  if (role === 'assistant' && /^cancel/.test(word(state.type))) {
    pen.abandon();
    pen.put({ kind: 'interruption', text: word(state.stopReason) }, key && `${key}/end`);
  }
  if (!pen.wrote) pen.meta(`${role} (empty)`);
}

/** When it was sent tells a prompt from another in its place; results have the role of the person too. */
function promptOf(record: Json, role: string, blocks: unknown[]): string | undefined {
  if (role !== 'user' || !blocks.some((block) => obj(block).type === 'text')) return undefined;
  return word(obj(record.meta).sentAt) || text(blocks);
}

interface Place {
  key: string | undefined;
  model: string | undefined;
}

function block(b: Json, role: 'user' | 'assistant', { key, model }: Place, pen: Pen) {
  switch (b.type) {
    case 'text': {
      const said = text(b);
      if (said.trim() === '') return;
      if (role === 'assistant') return pen.put({ kind: 'reply', text: said, ...(model && { model }) }, key);
      pen.title(said, 'prompt');
      return pen.put({ kind: 'prompt', text: said, origin: 'human' }, key);
    }
    case 'thinking':
      return pen.put({ kind: 'thinking', text: str(b.thinking) ?? '' }, key);
    case 'redacted_thinking':
      return pen.put({ kind: 'thinking', text: '', hidden: true }, key);
    case 'tool_use': {
      const name = str(b.name) ?? 'tool';
      const kind = lookup(helpers, name);
      return pen.call(str(b.id), { name, input: b.input, ...(kind && { kind }) });
    }
    case 'tool_result':
      return result(b, pen);
    default: {
      const extra = attachments([b]);
      if (extra === undefined)
        return pen.put({ kind: 'notice', label: word(b.type) || 'block', text: text(b), level: 'info' }, key);
      pen.put({ kind: 'prompt', text: '', origin: 'human', attachments: extra }, key);
    }
  }
}

/** Sub-agents under names of their own; what they did is not in the thread. */
const helpers: Record<string, ToolKind> = { oracle: 'task', librarian: 'task' };

const outcomes: Record<string, Outcome> = {
  done: 'ok',
  error: 'error',
  cancelled: 'interrupted',
  'rejected-by-user': 'denied',
};

function result(b: Json, pen: Pen) {
  const run = obj(b.run);
  const outcome = lookup(outcomes, run.status);
  const id = str(b.toolUseID) ?? str(b.tool_use_id);
  if (outcome === undefined) return pen.meta(`tool_result ${word(run.status)}`);
  const done = obj(run.result);
  const exitCode = num(done.exitCode);
  const said = first(run.result, done.output, done.content, done.diff, obj(run.error).message, run.error);
  pen.result(id, {
    output: said ?? (run.result === undefined ? '' : compact(run.result)),
    outcome: outcome === 'ok' && exitCode !== undefined && exitCode !== 0 ? 'error' : outcome,
    exitCode,
    changes: outcome === 'ok' ? changesIn(done, id, pen) : undefined,
    refusedBy: outcome === 'denied' ? 'person' : undefined,
  });
}

/** The diff of the result is what was really changed; the call only says what was asked for. */
function changesIn(done: Json, id: string | undefined, pen: Pen): FileChange[] | undefined {
  const diff = str(done.diff);
  const call = pen.get(`call:${id}`);
  if (diff === undefined || !diff.includes('@@') || call?.kind !== 'tool') return undefined;
  const path = first(done.absolutePath, done.path, call.changes?.[0]?.path);
  if (path === undefined) return undefined;
  return [fileChange(path, call.changes?.[0]?.change ?? 'update', printedPatch(diff))];
}

function spend(used: Json, key: string, pen: Pen) {
  const model = str(used.model);
  if (model === undefined || num(used.outputTokens) === undefined) return;
  pen.spend(key, {
    model,
    tokens: tokens({
      input: num(used.inputTokens),
      output: num(used.outputTokens),
      cacheRead: num(used.cacheReadInputTokens),
      cacheWrite: num(used.cacheCreationInputTokens),
    }),
  });
}
