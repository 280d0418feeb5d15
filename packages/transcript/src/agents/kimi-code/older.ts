/**
 * Kimi CLI, before it was Kimi Code. One record = one line of `wire.jsonl`: `{ timestamp, message: { type, payload } }`.
 * What a sub-agent does is inside its parent's lines (`SubagentEvent`). Arguments of a call may come in pieces, and the
 * ids of calls (`Shell:0`) begin anew with every step.
 */
import { first, type Json, num, obj, parse, str, text, word } from '../../json.ts';
import type { LaneStart } from '../../pen/lane-pen.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';

const quiet =
  /^(?:StepBegin|TurnEnd|CompactionBegin|StepRetry|MCPLoading(?:Begin|End)|HookTriggered|HookResolved)$/;

export const isOlder = (record: Json): boolean => str(obj(record.message).type) !== undefined;

export function olderLane(record: Json, pen: Pen): LaneStart | undefined {
  const { type, payload } = obj(record.message);
  if (type !== 'SubagentEvent') return undefined;
  const {
    parent_tool_call_id: parent,
    task_tool_call_id: task,
    agent_id,
    subagent_type,
    event,
  } = obj(payload);
  const callId = str(parent) ?? str(task);
  const id = str(agent_id) ?? callId;
  if (id === undefined) return undefined;
  const begun = obj(event).type === 'TurnBegin' ? text(obj(obj(event).payload).user_input) : '';
  const named = str(subagent_type);
  return {
    id,
    ...(callId !== undefined && { callId: current(callId, pen) }),
    ...(named && { type: named }),
    ...(begun && { prompt: begun }),
  };
}

/** False for what is not known. */
export function readOlder(record: Json, pen: Pen): boolean {
  const outer = obj(record.message);
  const inner = outer.type === 'SubagentEvent' ? obj(obj(outer.payload).event) : outer;
  const type = word(inner.type);
  const payload = obj(inner.payload);
  if (type !== 'ToolCallPart') settleCall(pen);
  if (quiet.test(type)) {
    if (type === 'TurnEnd') pen.abandon();
    pen.meta(type);
    return true;
  }
  const read = readers[type];
  if (read === undefined) return false;
  read(payload, pen);
  if (!pen.wrote) pen.meta(type);
  return true;
}

const readers: Record<string, ((payload: Json, pen: Pen) => void) | undefined> = {
  TurnBegin(payload, pen) {
    const said = text(payload.user_input);
    pen.title(said, 'prompt');
    pen.put({ kind: 'prompt', text: said, origin: pen.lane === undefined ? 'human' : 'agent' });
  },
  SteerInput: (payload, pen) => pen.put({ kind: 'prompt', text: text(payload.user_input), origin: 'queued' }),
  ContentPart(payload, pen) {
    if (payload.type === 'think') pen.put({ kind: 'thinking', text: str(payload.think) ?? '' });
    else pen.put({ kind: 'reply', text: text(payload) });
  },
  ToolCall(payload, pen) {
    const called = obj(payload.function);
    const given = str(called.arguments) ?? '';
    pen.remember('call', { id: str(payload.id) ?? '', name: str(called.name) ?? 'tool', given });
    if (parse(given) !== undefined) settleCall(pen);
    else pen.meta('ToolCall');
  },
  ToolCallPart(payload, pen) {
    const begun = pen.recall<Begun>('call');
    if (begun) pen.remember('call', { ...begun, given: begun.given + (str(payload.arguments_part) ?? '') });
    pen.meta('ToolCallPart');
  },
  ToolResult: toolResult,
  ApprovalRequest(payload, pen) {
    const what = first(payload.description, payload.action) ?? '';
    pen.put({ kind: 'approval', decision: 'requested', text: what }, `approval:${word(payload.id)}`);
  },
  ApprovalResponse(payload, pen) {
    const decision = /^approve/.test(word(payload.response)) ? 'approved' : 'denied';
    pen.change(`approval:${word(payload.request_id)}`, { decision });
  },
  StatusUpdate: spend,
  StepInterrupted(_, pen) {
    pen.abandon();
    pen.put({ kind: 'interruption', text: 'interrupted' });
  },
  CompactionEnd: (_, pen) => pen.put({ kind: 'compaction', text: '' }),
};

interface Begun {
  id: string;
  name: string;
  given: string;
}

/** The call whose arguments came in pieces is whole when anything else is told. */
function settleCall(pen: Pen) {
  const begun = pen.recall<Begun>('call');
  if (begun === undefined) return;
  pen.remember('call', undefined);
  const { id, name, given } = begun;
  pen.remember(`calls:${id}`, (pen.recall<number>(`calls:${id}`) ?? 0) + 1);
  pen.call(current(id, pen), { name, input: parse(given) ?? given });
}

/** Ids begin anew with every step: the last call of that id is meant. */
const current = (id: string, pen: Pen): string =>
  `${pen.lane ?? ''}/${id}/${pen.recall<number>(`calls:${id}`) ?? 0}`;

function toolResult(payload: Json, pen: Pen) {
  const { is_error, output, message } = obj(payload.return_value);
  const printed = text(output) || text(message);
  const refused =
    is_error === true && /\b(?:rejected|denied) by the user\b/i.test(`${text(message)} ${printed}`);
  pen.result(current(str(payload.tool_call_id) ?? '', pen), {
    output: printed,
    outcome: refused ? 'denied' : is_error === true ? 'error' : 'ok',
    ...(refused && { refusedBy: 'person' as const }),
  });
}

function spend(payload: Json, pen: Pen) {
  const used = obj(payload.token_usage);
  if (num(used.output) === undefined) return;
  const id = str(payload.message_id);
  pen.spend(`message:${id ?? `#${pen.serial()}`}`, {
    // Its wire does not say which.
    model: 'unknown',
    ...(id !== undefined && { id }),
    tokens: tokens({
      input: num(used.input_other),
      output: num(used.output),
      cacheRead: num(used.input_cache_read),
      cacheWrite: num(used.input_cache_creation),
    }),
  });
}
