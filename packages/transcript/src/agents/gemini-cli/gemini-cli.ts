/**
 * Gemini CLI. One record = one line of `session-*.jsonl`, which is an op log and not an event log:
 * a header, messages (written again under the same id whenever tokens or tool results arrive: an update),
 * `{"$set": …}` (metadata, or the whole message list anew), `{"$rewindTo": id}`.
 * Before 0.40 the session was one JSON document: there a record is the document without `messages` (the
 * header) and then each message; a whole document is understood too.
 * Messages are keyed by (session, id): one file may hold several sessions.
 */
import type { AgentReader } from '../../agent.ts';
import { fileChange, printedPatch, wholeChange } from '../../diff.ts';
import type { FileChange } from '../../entry.ts';
import { attachments, first, hash, type Json, list, num, obj, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens, withoutCache } from '../../totals/tokens.ts';

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
  const known = liveOf(pen).length;
  const kept = messages.filter((each) => isLive(keyOf(idOf(each), pen), pen)).length;
  renew(pen);
  if (known > kept) return compacted(messages, known - kept, pen);
  for (const each of messages) message(each, pen);
}

/**
 * The list was replaced by a shorter one. What it keeps of the conversation comes again under new ids and was
 * told before; what is new in it is the summary, and the model's word of thanks for it.
 */
function compacted(messages: Json[], dropped: number, pen: Pen) {
  const fresh: string[] = [];
  const last = messages.length - 1;
  pen.put({ kind: 'compaction', text: '' }, `compaction:${pen.recall('list')}`);
  for (const [index, each] of messages.entries()) {
    const key = keyOf(idOf(each), pen);
    const said = text(each.content ?? each.message);
    if (pen.recall(`at:${key}`) !== undefined) message(each, pen);
    else if (pen.recall(`said:${printOf(each)}`) === true) enlist(key, pen);
    else if (each.type === 'gemini' && list(each.toolCalls).length === 0) enlist(key, pen);
    else if (each.type !== 'user' || (index === last && !said.trimStart().startsWith('<')))
      message(each, pen);
    else {
      enlist(key, pen);
      if (!isContext(said)) fresh.push(said);
    }
  }
  const told = fresh.join('\n\n') || `${dropped} earlier message(s) replaced by ${messages.length}`;
  pen.change(`compaction:${pen.recall('list')}`, { text: told });
}

const isContext = (said: string): boolean => said.trimStart().startsWith('<session_context>');

/** The same words, or the same calls, whatever the id. */
const printOf = (record: Json): number =>
  hash(
    [
      word(record.type),
      text(record.content ?? record.message).trim(),
      ...list(record.toolCalls).map((call) => word(obj(call).id)),
      ...list(record.content).map((part) => word(obj(obj(part).functionResponse).id)),
    ].join('\u0000'),
  );

function rewind(id: string, pen: Pen) {
  const key = keyOf(id, pen);
  const from = pen.recall<number>(`at:${key}`);
  if (from !== undefined) pen.retract(from);
  // Taken back, not compacted: the next list will be without them.
  const live = liveOf(pen);
  const at = live.indexOf(key);
  if (at >= 0) for (const gone of live.splice(at)) pen.remember(`in:${gone}`, undefined);
  pen.abandon();
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
  pen.remember('live', []);
}
const liveOf = (pen: Pen): string[] => {
  const live = pen.recall<string[] | number>('live');
  // States saved by an earlier version hold a count.
  return Array.isArray(live) ? live : Array.from({ length: live ?? 0 }, () => '');
};
const isLive = (key: string, pen: Pen): boolean => pen.recall(`in:${key}`) === (pen.recall('list') ?? 0);

const keyOf = (id: string, pen: Pen): string =>
  `${pen.lane ?? ''}/${pen.recall<string>('session') ?? ''}/${id}`;

/** The message is in the current list. */
function enlist(key: string, pen: Pen) {
  if (pen.recall(`at:${key}`) === undefined) pen.remember(`at:${key}`, pen.length());
  if (isLive(key, pen)) return;
  pen.remember(`in:${key}`, pen.recall('list') ?? 0);
  const live = liveOf(pen);
  live.push(key);
  pen.remember('live', live);
}

function message(record: Json, pen: Pen) {
  const key = keyOf(idOf(record), pen);
  enlist(key, pen);
  pen.remember(`said:${printOf(record)}`, true);
  const content = record.content ?? record.message;
  const said = text(content);
  switch (record.type) {
    case 'user':
      return user(key, content, str(record.displayContent) ?? said, pen);
    case 'gemini':
      return gemini(key, record, said, pen);
    case 'info':
    case 'warning':
      if (said === 'Request cancelled.') {
        pen.abandon();
        return pen.put({ kind: 'interruption', text: said }, key);
      }
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
  if (isContext(said)) {
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
  for (const raw of list(record.toolCalls)) toolCall(obj(raw), str(record.timestamp), pen);
  if (!pen.wrote) pen.meta('empty message');
  const used = obj(record.tokens);
  if (num(used.output) === undefined && num(used.input) === undefined) return;
  const id = str(record.id);
  pen.spend(key, {
    model: model ?? 'unknown',
    ...(id !== undefined && pen.at !== undefined && { id: `${id}@${pen.at}` }),
    tokens: tokens({
      // Tool-use prompt tokens are counted apart from the prompt but are input all the same.
      input: withoutCache(num(used.input), num(used.cached)) + (num(used.tool) ?? 0),
      cacheRead: num(used.cached),
      output: (num(used.output) ?? 0) + (num(used.thoughts) ?? 0),
      reasoning: num(used.thoughts),
    }),
  });
}

function toolCall(call: Json, asked: string | undefined, pen: Pen) {
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
  // The call is dated when it was over, its message when it was asked for.
  const took = Date.parse(str(call.timestamp) ?? '') - Date.parse(asked ?? '');
  const durationMs = took > 0 ? took : undefined;
  const { exitCode } = result;
  pen.result(callId, { output, outcome, exitCode, durationMs, changes: displayed(call.resultDisplay) });
}

/**
 * The call of a shell counts as good whatever its command came to: `Exit Code: 1` stands behind what it printed, with
 * what little comes after it. Shared with Qwen Code.
 */
export function exitCodeOf(name: unknown, output: string): number | undefined {
  if (name !== 'run_shell_command') return undefined;
  const code = /(?:^|\n)Exit Code: (-?\d{1,10})(?:\n|$)/.exec(output.slice(-600))?.[1];
  return code === undefined ? undefined : Number(code);
}

function answered(parts: unknown[]): {
  output: string;
  outcome: 'ok' | 'error';
  exitCode: number | undefined;
} {
  const answers = parts.map((part) => obj(obj(part).functionResponse));
  const responses = answers.map((answer) => obj(answer.response));
  const printed = responses
    .map((response) => text(response.output ?? response.error ?? response))
    .filter((o) => o !== '');
  const output = printed.length > 0 ? printed.join('\n') : text(parts);
  const exitCode = exitCodeOf(answers[0]?.name, output);
  const failed = responses.some((response) => response.error !== undefined) || (exitCode ?? 0) !== 0;
  return { output, outcome: failed ? 'error' : 'ok', exitCode };
}

/** An edit shows its unified diff, which overlooks white space, and mostly the whole texts. Shared with Qwen Code, which grew out of Gemini CLI. */
export function displayed(display: unknown): FileChange[] | undefined {
  const shown = obj(display);
  const patch = str(shown.fileDiff);
  const path = first(shown.filePath, shown.fileName);
  if (patch === undefined || path === undefined) return undefined;
  const change = shown.isNewFile === true ? 'add' : 'update';
  const [before, after] = [str(shown.originalContent), str(shown.newContent)];
  if (after !== undefined && (before !== undefined || change === 'add'))
    return [wholeChange(path, before ?? '', after, change)];
  return [fileChange(path, change, printedPatch(patch))];
}
