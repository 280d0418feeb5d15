/**
 * Gemini CLI. One record = one line of `session-*.jsonl`, which is an op log and not an event log:
 * a header, messages (written again under the same id whenever tokens or tool results arrive: an update),
 * `{"$set": …}` (metadata, or the whole message list anew), `{"$rewindTo": id}`.
 * Before 0.40 the session was one JSON document: there a record is the document without `messages` (the
 * header) and then each message; a whole document is understood too.
 * Messages are keyed by (session, id): one file may hold several sessions.
 */
import type { AgentReader } from '../../agent.ts';
import { fileChange } from '../../diff.ts';
import type { FileChange } from '../../entry.ts';
import { attachments, first, type Json, list, num, obj, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens, withoutCache } from '../../usage.ts';

export const geminiCli: AgentReader = {
  id: 'gemini-cli',
  time: (record) => time(record.timestamp ?? record.startTime ?? obj(record.$set).lastUpdated),
  read(record, pen) {
    if ('$set' in record) return set(obj(record.$set), pen);
    if ('$rewindTo' in record) return rewind(str(record.$rewindTo) ?? '', pen);
    if (str(record.type) !== undefined) return message(record, pen);
    if (str(record.sessionId) !== undefined) header(record, pen);
  },
};

function header(record: Json, pen: Pen) {
  pen.remember('session', record.sessionId);
  renew(pen);
  pen.learn({ agentSessionId: str(record.sessionId), cwd: str(list(record.directories)[0]) });
  pen.title(str(record.summary), 'generated');
  for (const each of list(record.messages)) message(obj(each), pen);
  pen.meta('session');
}

function set(change: Json, pen: Pen) {
  pen.title(str(change.summary), 'generated');
  pen.meta('$set');
  if (!Array.isArray(change.messages)) return;
  const messages = change.messages.map(obj);
  const known = pen.recall<number>('live') ?? 0;
  const kept = messages.filter((each) => isLive(keyOf(idOf(each), pen), pen)).length;
  const dropped = known - kept;
  renew(pen);
  if (dropped > 0) {
    pen.put({ kind: 'compaction', text: `${dropped} earlier message(s) replaced by ${messages.length}` });
  }
  for (const each of messages) message(each, pen);
}

function rewind(id: string, pen: Pen) {
  const from = pen.recall<number>(`at:${keyOf(id, pen)}`);
  if (from !== undefined) pen.retract(from);
  pen.put({
    kind: 'notice',
    label: 'rewound',
    text: 'The conversation was taken back to an earlier message.',
    level: 'info',
  });
}

const idOf = (record: Json): string => str(record.id) ?? num(record.messageId)?.toString() ?? '';

/** The message list is replaced now and then; a message is live when it is in the current one. */
function renew(pen: Pen) {
  pen.remember('list', (pen.recall<number>('list') ?? 0) + 1);
  pen.remember('live', 0);
}
const isLive = (key: string, pen: Pen): boolean => pen.recall(`in:${key}`) === (pen.recall('list') ?? 0);

const keyOf = (id: string, pen: Pen): string =>
  `${pen.lane ?? ''}/${pen.recall<string>('session') ?? ''}/${id}`;

function message(record: Json, pen: Pen) {
  const key = keyOf(idOf(record), pen);
  if (pen.recall(`at:${key}`) === undefined) pen.remember(`at:${key}`, pen.length());
  if (!isLive(key, pen)) {
    pen.remember(`in:${key}`, pen.recall('list') ?? 0);
    pen.remember('live', (pen.recall<number>('live') ?? 0) + 1);
  }
  const content = record.content ?? record.message;
  const said = text(content);
  switch (record.type) {
    case 'user':
      return user(key, content, str(record.displayContent) ?? said, pen);
    case 'gemini':
      return gemini(key, record, said, pen);
    case 'info':
    case 'warning':
      return pen.put({ kind: 'notice', label: word(record.type), text: said, level: record.type }, key);
    case 'error':
      return pen.put({ kind: 'error', text: said }, key);
  }
}

function user(key: string, content: unknown, said: string, pen: Pen) {
  for (const part of list(content)) {
    const answer = obj(obj(part).functionResponse);
    const callId = str(answer.id);
    if (callId === undefined) continue;
    const call = pen.get(`call:${callId}`);
    // The message that made the call is rewritten with the result; this copy only confirms it.
    if (call !== undefined && 'outcome' in call && call.outcome !== 'running')
      pen.change(`call:${callId}`, {});
    else pen.result(callId, { ...answered([part]), name: str(answer.name) });
  }
  const pictures = attachments(content);
  if (said === '' && pictures === undefined && pen.wrote) return;
  if (said.trimStart().startsWith('<session_context>')) {
    return pen.put({ kind: 'notice', label: 'context', text: said, level: 'context' }, key);
  }
  pen.title(said, said.startsWith('/') ? 'command' : 'prompt');
  const origin = pen.lane === undefined ? 'human' : 'agent';
  pen.put({ kind: 'prompt', text: said, origin, ...(pictures && { attachments: pictures }) }, key);
}

function gemini(key: string, record: Json, said: string, pen: Pen) {
  const model = str(record.model);
  const by = model === undefined ? {} : { model };
  pen.model(model);
  list(record.thoughts).forEach((raw, i) => {
    const thought = obj(raw);
    const words = [str(thought.subject), str(thought.description)].filter(Boolean).join('\n');
    pen.put({ kind: 'thinking', text: words, ...by }, `${key}/thought/${i}`);
  });
  if (said !== '') pen.put({ kind: 'reply', text: said, ...by }, `${key}/reply`);
  for (const raw of list(record.toolCalls)) toolCall(obj(raw), pen);
  if (!pen.wrote) pen.meta('empty message');
  const used = obj(record.tokens);
  if (num(used.output) === undefined && num(used.input) === undefined) return;
  pen.spend(key, {
    model: model ?? 'unknown',
    tokens: tokens({
      // Tool-use prompt tokens are counted apart from the prompt but are input all the same.
      input: withoutCache(num(used.input), num(used.cached)) + (num(used.tool) ?? 0),
      cacheRead: num(used.cached),
      output: (num(used.output) ?? 0) + (num(used.thoughts) ?? 0),
      reasoning: num(used.thoughts),
    }),
  });
}

function toolCall(call: Json, pen: Pen) {
  const callId = str(call.id);
  pen.call(callId, { name: str(call.name) ?? 'tool', input: call.args });
  const child = str(call.agentId);
  if (callId !== undefined && child !== undefined) pen.bind(callId, child);
  if (call.result === undefined || call.result === null) {
    if (call.status === undefined || /executing|scheduled|validating|awaiting/.test(word(call.status)))
      return;
  }
  const result = answered(list(call.result));
  const status = word(call.status);
  const outcome = status === 'error' ? 'error' : status === 'cancelled' ? 'denied' : result.outcome;
  const failure = str(call.error);
  const output =
    result.output || failure || (typeof call.resultDisplay === 'string' ? call.resultDisplay : '');
  pen.result(callId, { output, outcome, changes: displayed(call.resultDisplay) });
}

function answered(parts: unknown[]): { output: string; outcome: 'ok' | 'error' } {
  const responses = parts.map((part) => obj(obj(obj(part).functionResponse).response));
  const failed = responses.some((response) => response.error !== undefined);
  const output = responses
    .map((response) => text(response.output ?? response.error ?? response))
    .filter((o) => o !== '');
  return { output: output.length > 0 ? output.join('\n') : text(parts), outcome: failed ? 'error' : 'ok' };
}

/** An edit shows its unified diff. Shared with Qwen Code, which grew out of Gemini CLI. */
export function displayed(display: unknown): FileChange[] | undefined {
  const shown = obj(display);
  const patch = str(shown.fileDiff);
  const path = first(shown.filePath, shown.fileName);
  if (patch === undefined || path === undefined) return undefined;
  return [fileChange(path, shown.isNewFile === true ? 'add' : 'update', { kind: 'patch', text: patch })];
}
