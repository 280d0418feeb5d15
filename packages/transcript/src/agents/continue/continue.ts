/**
 * Continue, the command line and the extension. One record = the head of a session, its totals, or an item of its
 * history, which is known by its position alone. There are no times and no models; results stand with their calls.
 */
import type { AgentReader } from '../../agent.ts';
import { fileChange, printedPatch } from '../../diff.ts';
import type { FileChange, Outcome } from '../../entry.ts';
import { attachments, type Json, list, lookup, num, obj, parse, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';
import { roundOf } from '../round.ts';

export const continueAgent: AgentReader = {
  id: 'continue',
  time: (record) => time(record.dateCreated),
  read(record, pen) {
    if (record.message !== undefined) return item(record, pen);
    if (record.type === 'usage') return usage(obj(record.usage), pen);
    if (record.sessionId !== undefined || record.type === 'session') session(record, pen);
  },
};

function session(record: Json, pen: Pen) {
  const folder = str(record.workspaceDirectory);
  pen.learn({
    agentSessionId: str(record.sessionId),
    cwd: folder?.startsWith('file://') ? folder.slice('file://'.length) : folder,
  });
  pen.title(str(record.title), 'generated');
  const model = str(record.chatModelTitle);
  pen.model(model);
  if (model !== undefined) pen.remember('model', model);
  // The whole document, as it stands in its file.
  list(record.history).forEach((raw, index) => {
    item({ index, ...obj(raw) }, pen);
  });
  if (record.usage !== undefined) usage(obj(record.usage), pen);
  if (!pen.wrote) pen.meta('session');
}

/** Sums of the session; what came from the cache is counted apart. */
function usage(used: Json, pen: Pen) {
  const details = obj(used.promptTokensDetails);
  const cost = num(used.totalCost);
  pen.meta('usage');
  if (num(used.promptTokens) === undefined && cost === undefined) return;
  pen.spend('session', {
    id: '@',
    model: pen.recall<string>('model') ?? 'unknown',
    tokens: tokens({
      input: num(used.promptTokens),
      output: num(used.completionTokens),
      cacheRead: num(details.cachedTokens),
      cacheWrite: num(details.cacheWriteTokens),
    }),
    ...(cost !== undefined && { cost }),
  });
}

function item(record: Json, pen: Pen) {
  const message = obj(record.message);
  const said = text(message.content);
  const isPrompt = message.role === 'user';
  const position = word(record.index) || `#${pen.serial()}`;
  const key = `item:${roundOf(position, isPrompt ? said : undefined, pen)}:${position}`;
  const thought = str(obj(record.reasoning).text);
  if (thought) pen.put({ kind: 'thinking', text: thought }, `${key}/thinking`);
  speak(str(message.role) ?? '', said, message, key, pen);
  for (const raw of list(message.toolCalls)) {
    const call = obj(raw);
    const { name, arguments: args } = obj(call.function);
    pen.call(str(call.id), { name: str(name) ?? 'tool', input: parse(args) ?? args });
  }
  for (const raw of list(record.toolCallStates)) state(obj(raw), pen);
  const summary = str(record.conversationSummary);
  if (summary) pen.put({ kind: 'compaction', text: summary }, `${key}/summary`);
  if (!pen.wrote) pen.meta(`${word(message.role)} (empty)`);
}

function speak(role: string, said: string, message: Json, key: string, pen: Pen) {
  const extra = attachments(message.content);
  const model = pen.recall<string>('model');
  if (said.trim() === '' && extra === undefined) return;
  switch (role) {
    case 'user':
      pen.title(said, 'prompt');
      return pen.put(
        { kind: 'prompt', text: said, origin: 'human', ...(extra && { attachments: extra }) },
        key,
      );
    case 'assistant':
      return pen.put({ kind: 'reply', text: said, ...(model !== undefined && { model }) }, key);
    case 'thinking':
      return pen.put({ kind: 'thinking', text: said }, key);
    case 'tool':
      return pen.result(str(message.toolCallId), { output: said, outcome: 'unknown' });
    default:
      pen.put({ kind: 'notice', label: role || 'message', text: said, level: 'context' }, key);
  }
}

/** Refused and interrupted calls look alike: both are `canceled`. */
const outcomes: Record<string, Outcome> = { done: 'ok', errored: 'error', canceled: 'interrupted' };

function state(s: Json, pen: Pen) {
  const id = str(s.toolCallId);
  const { name, arguments: args } = obj(obj(s.toolCall).function);
  pen.call(id, { name: str(name) ?? 'tool', input: s.parsedArgs ?? parse(args) ?? args });
  const outcome = lookup(outcomes, s.status);
  if (outcome === undefined) return;
  const output = text(list(s.output).map((one) => obj(one).content));
  pen.result(id, { output, outcome, changes: outcome === 'ok' ? changesIn(output, id, pen) : undefined });
}

/** An edit answers with the diff that was applied. */
function changesIn(output: string, id: string | undefined, pen: Pen): FileChange[] | undefined {
  const call = pen.get(`call:${id}`);
  const planned = call?.kind === 'tool' ? call.changes?.[0] : undefined;
  const from = output.indexOf('\n@@ -');
  if (planned === undefined || from < 0) return undefined;
  return [fileChange(planned.path, planned.change, printedPatch(output.slice(from + 1)))];
}
