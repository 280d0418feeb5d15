/**
 * Cursor's databases, for conversations that have no transcript: `composer` and `bubble` from the editor, `chat` and
 * `chat-message` from `cursor-agent`. Known from third parties' readers alone.
 */

import { toolKind } from '../../calls/tool.ts';
import type { Outcome } from '../../entry.ts';
import { compact, first, hash, type Json, list, num, obj, parse, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';

export function composer(record: Json, pen: Pen) {
  pen.learn({ agentSessionId: first(record.composerId, record.agentId), cwd: str(record.cwd) });
  pen.title(str(record.name), 'generated');
  const model = first(record.model, record.lastUsedModel);
  pen.model(model);
  if (model !== undefined) pen.remember('model', model);
  pen.meta(word(record.type));
}

const promptKey = (said: string): string => `asked:${hash(said.trim())}`;

/** Notes a prompt of the database, so that a transcript does not tell it once more. */
export function asked(said: string, pen: Pen) {
  pen.remember('store', true);
  pen.remember(promptKey(said), true);
}

export const wasAsked = (said: string, pen: Pen): boolean => pen.recall(promptKey(said)) === true;

/** A bubble is a prompt, or a piece of what the agent did: thought, a call with its result, words. */
export function bubble(b: Json, pen: Pen) {
  const key = `bubble:${str(b.bubbleId) ?? pen.serial()}`;
  const said = str(b.text) ?? '';
  if (b.type === 1) {
    if (pen.get(key) === undefined) pen.abandon();
    asked(said, pen);
    pen.title(said, 'prompt');
    return pen.put({ kind: 'prompt', text: said, origin: 'human' }, key);
  }
  const model = str(obj(b.modelInfo).modelName) ?? pen.recall<string>('model');
  pen.model(model);
  const thought = str(obj(b.thinking).text);
  if (thought) pen.put({ kind: 'thinking', text: thought }, `${key}/thinking`);
  const tool = obj(b.toolFormerData);
  if (tool.name !== undefined) call(tool, str(tool.toolCallId) ?? key, pen);
  if (said !== '') pen.put({ kind: 'reply', text: said, ...(model !== undefined && { model }) }, key);
  const used = obj(b.tokenCount);
  // Zero in current versions: then nothing is known.
  if ((num(used.inputTokens) ?? 0) + (num(used.outputTokens) ?? 0) > 0)
    pen.spend(key, {
      model: model ?? 'unknown',
      tokens: tokens({ input: num(used.inputTokens), output: num(used.outputTokens) }),
    });
  if (!pen.wrote) pen.meta('bubble (empty)');
}

function call(tool: Json, id: string, pen: Pen) {
  const name = str(tool.name) ?? 'tool';
  const kind = toolKind(name.replace(/_v\d{1,2}$/, ''));
  const input = parse(tool.rawArgs) ?? parse(tool.params) ?? tool.rawArgs ?? tool.params;
  pen.call(id, { name, input, kind });
  const outcome = outcomeOf(word(tool.status), word(tool.userDecision));
  if (outcome === undefined) return;
  const result = parse(tool.result) ?? tool.result;
  const exitCode = num(obj(result).exitCode);
  const output =
    first(result, obj(result).contents, obj(result).output, obj(parse(tool.error)).message, tool.error) ??
    (result === undefined ? '' : compact(result));
  pen.result(id, {
    output,
    outcome: outcome === 'ok' && exitCode !== undefined && exitCode !== 0 ? 'error' : outcome,
    exitCode,
    refusedBy: outcome === 'denied' ? 'person' : undefined,
  });
}

function outcomeOf(status: string, decision: string): Outcome | undefined {
  if (decision === 'rejected') return 'denied';
  if (status === 'completed') return 'ok';
  if (status === 'error' || status === 'failed') return 'error';
  return /^cancel/.test(status) ? 'interrupted' : undefined;
}

/** `speak` tells what a person or the agent said, as in a transcript. */
export function chatMessage(m: Json, speak: (role: string, said: string) => void, pen: Pen) {
  const role = str(m.role) ?? 'unknown';
  const blocks = typeof m.content === 'string' ? [{ type: 'text', text: m.content }] : list(m.content);
  for (const raw of blocks) {
    const b = obj(raw);
    if (b.type === 'tool-call')
      pen.call(str(b.toolCallId), { name: str(b.toolName) ?? 'tool', input: b.args ?? b.input });
    else if (b.type === 'tool-result') {
      const result = b.result ?? b.output;
      const output = text(result) || (result === undefined ? '' : compact(result));
      // How it went is not recorded.
      pen.result(str(b.toolCallId), { output, outcome: b.isError === true ? 'error' : 'unknown' });
    } else if (b.type === 'reasoning') pen.put({ kind: 'thinking', text: text(b) });
    else if (text(b) !== '') speak(role, text(b));
  }
  if (!pen.wrote) pen.meta(`${role} (empty)`);
}
