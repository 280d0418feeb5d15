/**
 * Codex CLI. One record = one line of a rollout file; all dialects:
 *  - legacy: `event_msg/user_message`, `agent_message`, … beside the same things as `response_item`;
 *  - paginated (0.147+): lines with `ordinal`, `event_msg/item_completed` instead of those;
 *  - early 2025: bare items without envelope, `{"record_type":"state"}` between them.
 * What is said on several channels is shown once (`pen.once`). A sub-agent is its own rollout file and
 * does not mark its lines: the CLI wraps them with `wrapRecord` (id = thread id). Such a file opens with a
 * copy of its parent's turns; turns already read elsewhere are counted, not shown again.
 */
import type { AgentReader } from '../../agent.ts';
import { first, type Json, num, obj, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { readEvent } from './event.ts';
import { heard, readItem } from './item.ts';
import { readTokenCount, sumOf } from './token-count.ts';

const bookkeeping = new Set([
  'turn_context',
  'world_state',
  'inter_agent_communication_metadata',
  'security_risk_score',
]);

export const codex: AgentReader = {
  id: 'codex',
  key: (record) => (num(record.ordinal) === undefined ? undefined : word(record.ordinal)),
  read(record, pen) {
    const type = str(record.type);
    const payload = obj(record.payload);
    if (type === 'session_meta') return sessionMeta(payload, pen);
    if (inherited(payload, pen)) {
      if (payload.type === 'token_count') pen.remember('sum', sumOf(payload));
      return pen.meta('inherited history');
    }
    if (type === 'turn_context') pen.remember('model', str(payload.model) ?? pen.recall('model'));
    if (type === 'turn_context') {
      pen.learn({ cwd: str(payload.cwd) });
      pen.mode(codexMode(payload));
    }
    if (type !== undefined && bookkeeping.has(type)) return pen.meta(type);
    if (type === 'response_item') return readItem(payload, pen);
    if (type === 'compacted') return compacted(payload, pen);
    if (type === 'event_msg') {
      if (payload.type === 'token_count') return readTokenCount(payload, pen);
      return readEvent(payload, pen);
    }
    if (type === 'inter_agent_communication') {
      return pen.put({
        kind: 'notice',
        label: 'agent message',
        text: text(payload),
        level: 'info',
        data: payload,
      });
    }
    bare(record, pen);
  },
};

/** What is asked for, and what a command may do unasked: `never, danger-full-access`. */
function codexMode(turn: Json): string | undefined {
  const sandbox = first(obj(turn.sandbox_policy).type, obj(turn.sandbox_policy).mode, turn.sandbox_policy);
  const approval = str(turn.approval_policy);
  return approval === undefined || sandbox === undefined ? approval : `${approval}, ${sandbox}`;
}

function sessionMeta(meta: Json, pen: Pen) {
  pen.learn({
    agentSessionId: pen.recall('session') ? undefined : str(meta.id),
    cwd: str(meta.cwd),
    agentVersion: str(meta.cli_version),
    branch: str(obj(meta.git).branch),
    repository: str(obj(meta.git).repository_url),
  });
  // A fork's totals begin with what its parent used, those of a session from its beginning with nothing.
  if (str(meta.forked_from_id) !== undefined) pen.remember('forked', true);
  if (pen.recall('session') !== str(meta.id)) pen.remember('sum', undefined);
  // The first line names the session; a fork copies its parent's as the second.
  pen.remember('session', str(meta.id) ?? '?');
  pen.meta('session_meta');
}

/** In a sub-agent's file: the current turn was first read in another conversation. */
function inherited(payload: Json, pen: Pen): boolean {
  const turn = str(payload.turn_id);
  if (turn !== undefined) {
    pen.remember('turn', turn);
    const owner = pen.global<string>(`turn:${turn}`);
    if (owner === undefined) pen.setGlobal(`turn:${turn}`, pen.lane ?? '');
    pen.remember('inherited', owner !== undefined && owner !== (pen.lane ?? ''));
  }
  return pen.lane !== undefined && pen.recall('inherited') === true;
}

function compacted(payload: Json, pen: Pen) {
  pen.once('compaction', '', 'c', { kind: 'compaction', text: str(payload.message) ?? '' });
}

/** Files from before the envelope, and hand-made ones. */
function bare(record: Json, pen: Pen) {
  if (record.record_type === 'state') return pen.meta('state');
  if ('instructions' in record && 'id' in record && !('type' in record)) {
    pen.learn({
      agentSessionId: str(record.id),
      branch: str(obj(record.git).branch),
      repository: str(obj(record.git).repository_url),
    });
    return pen.meta('session_meta');
  }
  if (str(record.type) === 'function_result') {
    return pen.result(undefined, { output: text(record.result), outcome: 'ok', name: str(record.name) });
  }
  const role = str(record.role);
  if (record.type === undefined && role !== undefined)
    return heard(role, record.content ?? record.message, 'r', pen);
  if ('session_id' in record && typeof record.text === 'string') return heard('user', record.text, 'h', pen);
  if (record.type === 'function_call' && record.call_id === undefined) {
    return pen.call(undefined, {
      name: first(record.name, obj(record.function).name) ?? 'tool',
      input: record.arguments,
    });
  }
  readItem(record, pen);
}
