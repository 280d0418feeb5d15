/**
 * opencode. One record = one row: a session, a message, or a part, in any of the shapes it is found in:
 *  - SQLite row with its JSON: `{ id, session_id, message_id?, time_created, time_updated, data: {…} }`;
 *  - file of the older `storage/` tree: `{ id, sessionID, messageID?, … }`;
 *  - `{ info, parts }` of `opencode export`; a part with `_role`, `_ts`, `_model` beside it.
 * Parts are updated in place: the CLI sends a part again when it changed, the reader updates the entry.
 * Rows of a child session (`parent_id`) carry their own session id and nest under the `task` call.
 */
import type { AgentReader } from '../../agent.ts';
import { first, type Json, list, num, obj, parse, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { type Tokens, tokens } from '../../totals/tokens.ts';
import { failure, readPart } from './part.ts';

export const opencode: AgentReader = {
  id: 'opencode',
  time: (record) => timeOf(flat(record)),
  lane(record, pen) {
    const row = flat(record);
    const session = 'directory' in row ? str(row.id) : str(row.sessionID);
    if (session === undefined) return undefined;
    const main = pen.global<string>('main') ?? session;
    pen.setGlobal('main', main);
    return session === main ? undefined : { id: session };
  },
  read(record, pen) {
    const row = flat(record);
    if (num(row.seq) !== undefined && typeof row.type === 'string') return newer(row, pen);
    if (Array.isArray(row.parts) || Array.isArray(row.messages)) return exported(row, pen);
    if (typeof row.type === 'string') return readOne(row, pen);
    if (row.role === 'user' || row.role === 'assistant') return message(row, pen);
    if ('directory' in row) return session(row, pen);
    if ('content' in row && 'status' in row && 'position' in row) pen.meta('todo');
  },
};

/** A call states when it began within its state, a message of an export within its head. */
function timeOf(row: Json): string | undefined {
  const [clock, call, head] = [obj(row.time), obj(obj(row.state).time), obj(obj(row.info).time)];
  const times = [row._ts, clock.start, call.start, clock.created, row.time_created, head.created];
  return times.map(time).find((at) => at !== undefined);
}

/** A part without a time of its own, as prompts are, has its message's. */
function readOne(part: Json, pen: Pen) {
  pen.at = timeOf(part) ?? pen.recall<string>(`at:${str(part.messageID) ?? ''}`) ?? pen.at;
  readPart(part, pen, { role: roleOf(part, pen), spend: stepSpend });
}

/** A database row with its JSON column opened up. */
function flat(record: Json): Json {
  const data = typeof record.data === 'string' ? parse(record.data) : record.data;
  const row =
    typeof data === 'object' && data !== null ? { ...record, ...(data as Json), data: undefined } : record;
  if (!('session_id' in row) && !('message_id' in row)) return row;
  return { ...row, sessionID: row.session_id ?? row.sessionID, messageID: row.message_id ?? row.messageID };
}

/**
 * A row of `session_message`, which is about to take the place of messages and parts: what was said, thought and
 * called stands in the message itself. Known from others' readers, not from a store.
 */
function newer(row: Json, pen: Pen) {
  const id = str(row.id) ?? '';
  const role = word(row.type);
  if (role !== 'user' && role !== 'assistant') {
    const said = first(row.text, row.summary) ?? text(row.content);
    if (/compact/.test(role)) return pen.put({ kind: 'compaction', text: said }, `newer:${id}`);
    return pen.put(
      { kind: 'notice', label: role.replaceAll('-', ' '), text: said, level: 'info' },
      `newer:${id}`,
    );
  }
  message({ ...row, role, modelID: obj(row.model).id ?? row.modelID }, pen);
  const parts = list(row.content).map(obj);
  const spoken = parts.length > 0 ? parts : [{ type: 'text', text: first(row.text) ?? '' }];
  for (const [index, part] of spoken.entries())
    readPart(
      {
        ...part,
        id: `${id}/${index}`,
        messageID: id,
        ...(part.type === 'tool' && {
          callID: first(part.callID, part.id),
          tool: first(part.tool, part.name),
        }),
      },
      pen,
      { role, spend: stepSpend },
    );
}

function roleOf(part: Json, pen: Pen): string {
  return str(part._role) ?? pen.recall<string>(`role:${str(part.messageID) ?? ''}`) ?? 'assistant';
}

function exported(row: Json, pen: Pen) {
  const info = obj(row.info);
  pen.meta('export');
  if (str(info.role) !== undefined) message(info, pen);
  else if ('directory' in info) session(info, pen);
  const parts = [...list(row.parts), ...list(row.messages)];
  for (const part of parts) opencode.read(obj(part), pen);
}

function session(row: Json, pen: Pen) {
  pen.learn({ agentSessionId: str(row.id), cwd: str(row.directory), agentVersion: str(row.version) });
  const title = str(row.title);
  if (title !== undefined && !/^(?:New|Child) session\b/.test(title)) pen.title(title, 'generated');
  pen.meta('session');
}

function message(row: Json, pen: Pen) {
  const id = str(row.id) ?? '';
  const model = first(row.modelID, obj(row.model).modelID);
  pen.remember(`role:${id}`, row.role);
  pen.remember(`at:${id}`, timeOf(row));
  if (model !== undefined) pen.remember('model', model);
  pen.model(model);
  if (row.role === 'assistant' && row.summary === true) pen.remember(`summary:${id}`, true);
  pen.meta('message');
  const used = counted(row.tokens);
  if (row.role === 'assistant' && used !== undefined && used.input + used.output + used.cacheRead > 0) {
    for (const step of pen.recall<string[]>(`steps:${id}`) ?? []) pen.unspend(step);
    pen.remember(`steps:${id}`, null);
    pen.spend(`message:${id}`, {
      model: model ?? 'unknown',
      tokens: used,
      ...cost(row.cost),
      ...identity(row, used),
    });
  }
  // Calls of a message that is over get no result any more.
  if (row.role === 'assistant' && (row.error || num(obj(row.time).completed) !== undefined)) {
    pen.remember(`over:${id}`, true);
    pen.abandon();
  }
  failure(row.error, `error:${id}`, pen);
}

/** A fork gives every message another id, and leaves its times and counts. */
function identity(row: Json, used: Tokens): { id?: string } {
  const { created, completed } = obj(row.time);
  if (num(created) === undefined || num(completed) === undefined) return {};
  return { id: `${num(created)}-${num(completed)}:${used.input}.${used.cacheRead}.${used.output}` };
}

/** An assistant message's tokens are the sum of its steps: the steps count until the message itself does. */
function stepSpend(part: Json, pen: Pen) {
  const used = counted(part.tokens);
  const steps = pen.recall<string[] | null>(`steps:${str(part.messageID) ?? ''}`);
  if (used === undefined || (steps === null && str(part.messageID) !== undefined)) return;
  const serial = pen.recall<number>('steps') ?? 0;
  const key = `step:${str(part.id) ?? `${pen.lane ?? ''}#${serial}`}`;
  pen.remember('steps', serial + 1);
  pen.remember(`steps:${str(part.messageID) ?? ''}`, [...(steps ?? []), key].slice(-500));
  const model = str(part._model) ?? pen.recall<string>('model') ?? 'unknown';
  pen.spend(key, { model, tokens: used, ...cost(part.cost) });
}

function counted(raw: unknown): Tokens | undefined {
  const used = obj(raw);
  if (num(used.input) === undefined && num(used.output) === undefined) return undefined;
  const [input, output, reasoning] = [num(used.input) ?? 0, num(used.output) ?? 0, num(used.reasoning) ?? 0];
  const [cacheRead, cacheWrite] = [num(obj(used.cache).read) ?? 0, num(obj(used.cache).write) ?? 0];
  // Its source: the output of the provider, thoughts included, until a version of spring 2026 took them out of it.
  // The total says which one wrote it; without a total it is an older one, where what is larger cannot be a part.
  const rest = (num(used.total) ?? 0) - input - output - cacheRead - cacheWrite;
  const isApart = num(used.total) === undefined ? reasoning > output : rest >= reasoning;
  return tokens({
    input,
    output: isApart ? output + reasoning : output,
    reasoning,
    cacheRead,
    cacheWrite,
  });
}

const cost = (value: unknown): { cost?: number } =>
  num(value) === undefined ? {} : { cost: num(value) as number };
