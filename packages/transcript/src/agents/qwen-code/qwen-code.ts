/**
 * Qwen Code. One record = one JSON object of `chats/<session>.jsonl` (several may be glued on one line:
 * see `parseLine`). A repeated uuid is a further fragment of the same message, usage counts once per uuid.
 * A `rewind` leaves the dead branch in the file. Sub-agent records mark themselves (`agentId`, `isSidechain`).
 */
import type { AgentReader } from '../../agent.ts';
import { compact, first, type Json, list, num, obj, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens, withoutCache } from '../../totals/tokens.ts';
import { displayed, exitCodeOf } from '../gemini-cli/gemini-cli.ts';

const quiet =
  /^(?:ui_telemetry|attribution_snapshot|file_history_snapshot|session_artifact_snapshot|session_artifact_event|parent_session|session_model|at_command|turn_result|turn_boundary|agent_.*|chat_recording.*|team_.*)$/;

export const qwenCode: AgentReader = {
  id: 'qwen-code',
  key: (record) => str(record.uuid),
  lane(record) {
    const id = str(record.agentId) ?? (record.isSidechain === true ? str(record.agentName) : undefined);
    const type = str(record.agentName);
    const prompt = record.type === 'user' ? text(obj(record.message).parts) : '';
    return id === undefined ? undefined : { id, ...(type && { type }), ...(prompt && { prompt }) };
  },
  read(record, pen) {
    pen.learn({
      agentSessionId: str(record.sessionId),
      cwd: str(record.cwd),
      branch: str(record.gitBranch),
      agentVersion: str(record.version),
    });
    pen.model(str(record.model));
    if (record.type === 'user') user(record, pen);
    else if (record.type === 'assistant') assistant(record, pen);
    else if (record.type === 'tool_result') toolResult(record, pen);
    else if (record.type === 'system') system(record, pen);
    if (str(record.uuid) !== undefined) pen.remember(`after:${record.uuid}`, pen.length());
  },
};

function user(record: Json, pen: Pen) {
  const payload = obj(record.systemPayload);
  const said = str(payload.displayText) ?? text(obj(record.message).parts);
  const subtype = str(record.subtype);
  if (subtype === 'notification' || subtype === 'cron' || record.provenance === 'system') {
    return pen.put({ kind: 'notice', label: subtype ?? 'system', text: said, level: 'info' });
  }
  pen.title(said, 'prompt');
  const origin = pen.lane !== undefined ? 'agent' : subtype === 'mid_turn_user_message' ? 'queued' : 'human';
  pen.put({ kind: 'prompt', text: said, origin });
  const context = str(payload.hookContext);
  if (context) pen.put({ kind: 'notice', label: 'context', text: context, level: 'context' });
}

function assistant(record: Json, pen: Pen) {
  const model = str(record.model);
  const by = model === undefined ? {} : { model };
  for (const raw of list(obj(record.message).parts)) {
    const part = obj(raw);
    const call = obj(part.functionCall);
    if (part.functionCall !== undefined)
      pen.call(str(call.id), { name: str(call.name) ?? 'tool', input: call.args });
    else if (part.thought === true) pen.put({ kind: 'thinking', text: text(part), ...by });
    else if (text(part) !== '') pen.put({ kind: 'reply', text: text(part), ...by });
  }
  if (!pen.wrote) pen.meta('assistant (empty)');
  const used = obj(record.usageMetadata);
  const cached = num(used.cachedContentTokenCount);
  if (num(used.candidatesTokenCount) === undefined && num(used.promptTokenCount) === undefined) return;
  const id = str(record.uuid);
  pen.spend(id ?? '', {
    model: model ?? 'unknown',
    ...(id !== undefined && { id }),
    mode: 'max',
    tokens: tokens({
      input: withoutCache(num(used.promptTokenCount), cached),
      cacheRead: cached,
      output: (num(used.candidatesTokenCount) ?? 0) + (num(used.thoughtsTokenCount) ?? 0),
      reasoning: num(used.thoughtsTokenCount),
    }),
  });
}

function toolResult(record: Json, pen: Pen) {
  const facts = obj(record.toolCallResult);
  const answers = list(obj(record.message).parts).map((part) => obj(obj(part).functionResponse));
  const answer = answers[0] ?? {};
  const response = obj(answer.response);
  const shown = facts.resultDisplay;
  const output = text(response.output ?? response.error) || (typeof shown === 'string' ? shown : '');
  const exitCode = exitCodeOf(answer.name, output);
  const failed = facts.status === 'error' || response.error !== undefined || (exitCode ?? 0) !== 0;
  pen.result(first(facts.callId, answer.id), {
    output,
    outcome: facts.status === 'cancelled' ? 'denied' : failed ? 'error' : 'ok',
    exitCode,
    changes: displayed(shown),
    name: str(answer.name),
  });
}

function system(record: Json, pen: Pen) {
  const payload = obj(record.systemPayload);
  const subtype = str(record.subtype) ?? '';
  const event = obj(payload.uiEvent);
  if (/api_error$/.test(word(event['event.name']))) {
    const code = str(event.error_type);
    return pen.put({ kind: 'error', text: str(event.error_message) ?? 'API error', ...(code && { code }) });
  }
  if (quiet.test(subtype)) return pen.meta(`system/${subtype}`);
  switch (subtype) {
    case 'custom_title':
      pen.title(str(payload.customTitle), payload.titleSource === 'manual' ? 'custom' : 'generated');
      return pen.meta('system/custom_title');
    case 'chat_compression': {
      const facts = obj(payload.info);
      const [before, after] = [num(facts.originalTokenCount), num(facts.newTokenCount)];
      return pen.put({
        kind: 'compaction',
        text: text(list(payload.compressedHistory).map((turn) => obj(turn).parts)),
        ...(before !== undefined && { tokensBefore: before }),
        ...(after !== undefined && { tokensAfter: after }),
      });
    }
    case 'slash_command': {
      const command = str(payload.rawCommand) ?? '';
      if (payload.phase !== 'result') return pen.put({ kind: 'prompt', text: command, origin: 'command' });
      const shown = list(payload.outputHistoryItems).map((item) => text(item) || compact(item));
      return pen.put({
        kind: 'notice',
        label: 'command output',
        text: shown.join('\n') || command,
        level: 'info',
      });
    }
    case 'rewind': {
      const from = pen.recall<number>(`after:${first(payload.targetUuid, record.parentUuid) ?? ''}`);
      if (from !== undefined) pen.retract(from);
      return pen.put({
        kind: 'notice',
        label: 'rewound',
        text: 'The conversation was taken back to an earlier message.',
        level: 'info',
      });
    }
    default:
      if (subtype === '' && record.systemPayload === undefined && text(obj(record.message).parts) === '')
        return;
      pen.put({
        kind: 'notice',
        label: subtype.replaceAll('_', ' ') || 'system',
        text:
          first(payload.displayText, payload.summary, payload.text, payload.message) ??
          compact(record.systemPayload ?? {}),
        level: 'info',
      });
  }
}
