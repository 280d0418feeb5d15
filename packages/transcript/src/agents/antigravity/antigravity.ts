/**
 * Antigravity. One record = a step: `{ step_index, source, type, created_at, content, thinking, tool_calls }`, not in
 * the order of their numbers, and written again under the same number. A result has a type of its own and names no
 * call: it belongs to the oldest open one. `CHECKPOINT` is written after nearly every turn and is no compaction.
 */
import type { AgentReader } from '../../agent.ts';
import type { CallStart } from '../../calls/call.ts';
import { fileChange } from '../../diff.ts';
import { first, type Json, list, num, obj, parse, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';

export const antigravity: AgentReader = {
  id: 'antigravity',
  time: (record) => time(record.created_at),
  key: (record) =>
    num(record.step_index) === undefined ? undefined : `${record.step_index}.${word(record.type)}`,
  read(record, pen) {
    const type = str(record.type);
    if (type === undefined || record.source === undefined) return;
    const step = `step:${word(record.step_index) || pen.serial()}`;
    if (type === 'USER_INPUT') return prompt(text(record.content), step, pen);
    if (type === 'PLANNER_RESPONSE') return reply(record, step, pen);
    if (record.source === 'MODEL') return result(type, record, step, pen);
    system(type, text(record.content), step, pen);
  },
};

function within(said: string, tag: string): string | undefined {
  const open = said.indexOf(`<${tag}>`);
  const close = said.lastIndexOf(`</${tag}>`);
  return open < 0 || close < open ? undefined : said.slice(open + tag.length + 2, close).trim();
}

function prompt(content: string, step: string, pen: Pen) {
  const said = within(content, 'USER_REQUEST') ?? content;
  const model = /`Model Selection` from [^\n]{1,80}? to ([^\n]{1,80}?)\. No need/.exec(
    within(content, 'USER_SETTINGS_CHANGE')?.slice(0, 2000) ?? '',
  )?.[1];
  if (model !== undefined) pen.remember('model', model);
  pen.model(model);
  if (pen.get(step) === undefined) {
    pen.abandon();
    pen.remember('open', undefined);
  }
  pen.title(said, 'prompt');
  pen.put({ kind: 'prompt', text: said, origin: 'human' }, step);
}

function reply(record: Json, step: string, pen: Pen) {
  const model = pen.recall<string>('model');
  const thought = str(record.thinking)?.trim();
  if (thought) pen.put({ kind: 'thinking', text: thought }, `${step}/thinking`);
  const said = text(record.content);
  if (said !== '')
    pen.put({ kind: 'reply', text: said, ...(model !== undefined && { model }) }, `${step}/text`);
  list(record.tool_calls).forEach((raw, index) => {
    const id = `${step}.${index}`;
    const isNew = pen.get(`call:${id}`) === undefined;
    const call = startOf(obj(raw));
    pen.call(id, call);
    // The input is not at hand any more when the result comes; a call that fails changes nothing.
    const changes = changesOf(obj(call.input));
    if (changes !== undefined && pen.get(`call:${id}`)?.kind === 'tool')
      pen.change(`call:${id}`, { changes });
    const cwd = str(obj(call.input).Cwd);
    if (cwd !== undefined) pen.learn({ cwd });
    if (!isNew) return;
    const open = pen.recall<[id: string, name: string][]>('open') ?? [];
    pen.remember('open', [...open, [id, call.name]].slice(-64));
  });
  if (!pen.wrote) pen.meta('PLANNER_RESPONSE (empty)');
}

/** Every argument is JSON inside a string. */
function startOf(call: Json): CallStart {
  const name = str(call.name) ?? 'tool';
  const input = Object.fromEntries(
    Object.entries(obj(call.args)).map(([key, value]) => [key, parse(value) ?? value]),
  );
  const title = first(
    input.CommandLine,
    input.AbsolutePath,
    input.TargetFile,
    input.DirectoryPath,
    input.SearchPath,
    input.Query,
    input.Url,
    input.toolSummary,
    input.toolAction,
  );
  const kind =
    name === 'run_command' ? ('shell' as const) : name === 'invoke_subagent' ? ('task' as const) : undefined;
  return { name, input, title, ...(kind && { kind }) };
}

function result(type: string, record: Json, step: string, pen: Pen) {
  const content = text(record.content);
  const id = pen.recall<string>(`answers:${step}`) ?? next(type, pen);
  if (id === undefined)
    return pen.put({ kind: 'notice', label: type.toLowerCase(), text: content, level: 'info' }, step);
  pen.remember(`answers:${step}`, id);
  const head = /^Created At: (\S{10,40})\nCompleted At: (\S{10,40})\n/.exec(content);
  const took = head ? Date.parse(head[2] ?? '') - Date.parse(head[1] ?? '') : Number.NaN;
  const output = (head ? content.slice(head[0].length) : content).replace(/^\t{1,8}/gm, '').trim();
  const exit = /^The command failed with exit code: (-?\d{1,9})/.exec(output)?.[1];
  const failed =
    exit !== undefined ||
    /^(?:The command failed|Error|Encountered error)/.test(output) ||
    record.status === 'ERROR';
  pen.result(id, {
    output,
    outcome: failed ? 'error' : 'ok',
    exitCode: exit === undefined ? undefined : Number(exit),
    durationMs: took >= 0 ? took : undefined,
  });
}

/** Written whole, so the call says what the file became. Other edits are told by their path alone. */
function changesOf(input: Json) {
  const [path, content] = [str(input.TargetFile), str(input.CodeContent)];
  if (path === undefined) return undefined;
  return content === undefined
    ? [fileChange(path, 'update', { kind: 'none' })]
    : [fileChange(path, 'add', { kind: 'content', text: content })];
}

/** The open call that is called like the result, else the oldest. */
function next(type: string, pen: Pen): string | undefined {
  const open = pen.recall<[id: string, name: string][]>('open') ?? [];
  const found = open.find(([, name]) => name.toUpperCase() === type) ?? open[0];
  if (found !== undefined)
    pen.remember(
      'open',
      open.filter((one) => one !== found),
    );
  return found?.[0];
}

function system(type: string, said: string, step: string, pen: Pen) {
  if (type === 'ERROR_MESSAGE') return pen.put({ kind: 'error', text: said || 'error' }, step);
  if (said === '') return pen.meta(type);
  pen.put(
    { kind: 'notice', label: type.toLowerCase().replaceAll('_', ' '), text: said, level: 'context' },
    step,
  );
}
