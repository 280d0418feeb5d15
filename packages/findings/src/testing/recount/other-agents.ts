import { asList, asObject, textOf } from './json.ts';

/** The same for agents of which prompts and calls are counted: by their records alone, without any of our readers. */
export interface ShortRecount {
  prompts: number;
  /** Without those that only tell of a plan. */
  calls: number;
}

type Counter = (records: readonly unknown[]) => ShortRecount;

/** What Codex puts before the words of a person. */
const ofCodex =
  /^\s*<(?:environment_context|user_instructions|turn_aborted|permissions|skill|subagent_notification)|^# AGENTS\.md/;

const codex: Counter = (records) => {
  const calls = new Set<string>();
  const told: string[] = [];
  const said: string[] = [];
  for (const [at, raw] of records.entries()) {
    const record = asObject(raw);
    // The oldest versions write the item itself.
    const item = record.type === 'response_item' ? asObject(record.payload) : record;
    const event = record.type === 'event_msg' ? asObject(record.payload) : {};
    if (event.type === 'user_message') told.push(textOf(event.message));
    if (item.type === 'message' && item.role === 'user' && !ofCodex.test(textOf(item.content)))
      said.push(textOf(item.content));
    if (/^(?:function|custom_tool|local_shell|web_search)_call$/.test(String(item.type)))
      if (item.name !== 'update_plan') calls.add(String(item.call_id ?? item.id ?? at));
  }
  return { prompts: Math.max(told.length, said.length), calls: calls.size };
};

const copilotCli: Counter = (records) => {
  const calls = new Set<string>();
  // A session that is resumed may be written a second time.
  const prompts = new Set<string>();
  for (const raw of records) {
    const { type, id, data } = asObject(raw);
    const { toolCallId, toolName, content, source } = asObject(data);
    // Sub-agents are told something, too, and a loop is driven on by messages that say nothing to a person.
    if (type === 'user.message' && source === undefined && textOf(content).trim() !== '')
      prompts.add(String(id));
    if (type === 'tool.execution_start' || type === 'tool.user_requested')
      if (toolName !== 'update_todo') calls.add(String(toolCallId));
  }
  return { prompts: prompts.size, calls: calls.size };
};

const geminiCli: Counter = (records) => {
  const calls = new Set<string>();
  const prompts = new Set<string>();
  for (const raw of records) {
    const { type, id, content, toolCalls } = asObject(raw);
    if (type === 'user' && textOf(content).trim() !== '') prompts.add(String(id));
    for (const { id: call, name } of asList(toolCalls)) if (name !== 'write_todos') calls.add(String(call));
  }
  return { prompts: prompts.size, calls: calls.size };
};

const opencode: Counter = (records) => {
  const calls = new Set<string>();
  let prompts = 0;
  for (const raw of records) {
    const { type, _role, synthetic, text, tool, callID } = asObject(raw);
    if (type === 'text' && _role === 'user' && synthetic !== true && textOf(text).trim() !== '') prompts++;
    if (type === 'tool' && tool !== 'todowrite' && tool !== 'todoread') calls.add(String(callID));
  }
  return { prompts, calls: calls.size };
};

export const shortRecounts: Readonly<Record<string, Counter>> = {
  codex,
  'copilot-cli': copilotCli,
  'gemini-cli': geminiCli,
  opencode,
};
