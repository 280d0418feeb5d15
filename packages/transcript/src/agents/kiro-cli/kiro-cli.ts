/**
 * Kiro CLI 2.x. One record = one line of `<id>.jsonl` (`Prompt`, `AssistantMessage`, `ToolResults`, `Clear`), or a
 * piece of the `<id>.json` beside it, which the CLI cuts into `Session` (folder, title, model) and one `Turn` for
 * each turn (how it ended, what it cost). Only prompts carry a time; a turn ends at its own.
 * `status: success` is the harness's word: a command that failed says so in its exit status.
 */
import type { AgentReader } from '../../agent.ts';
import type { Outcome } from '../../entry.ts';
import { attachments, compact, first, type Json, list, num, obj, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { noTokens } from '../../totals/tokens.ts';

export const kiroCli: AgentReader = {
  id: 'kiro-cli',
  time: (record) => {
    const data = obj(record.data);
    return time(obj(data.meta).timestamp ?? data.end_timestamp ?? data.created_at ?? record.created_at);
  },
  read(record, pen) {
    const data = obj(record.data);
    switch (record.kind) {
      case 'Session':
        return session(data, pen);
      case 'Turn':
        return turn(data, pen);
      case 'Prompt':
        prompt(data, pen);
        break;
      case 'AssistantMessage':
        assistant(data, pen);
        break;
      case 'ToolResults':
        results(data, pen);
        break;
      case 'Clear':
        return pen.put({
          kind: 'notice',
          label: 'cleared',
          text: 'The conversation was cleared.',
          level: 'info',
        });
      default:
        if (/^Compact/.test(word(record.kind)))
          return pen.put({ kind: 'compaction', text: first(data.summary) ?? text(data.content) });
        // The whole file beside the transcript, as it stands there.
        if ('session_state' in record) return whole(record, pen);
        return;
    }
    const id = str(data.message_id) ?? '';
    const pending = pen.recall<Json>(`turn:${id}`);
    pen.remember(`seen:${id}`, true);
    if (pending !== undefined) over(pending, pen);
  },
};

function session(data: Json, pen: Pen) {
  pen.learn({ agentSessionId: str(data.session_id), cwd: str(data.cwd) });
  pen.title(str(data.title), 'generated');
  const model = first(obj(data.model_info).model_id, obj(data.model_info).model_name);
  pen.model(model);
  if (model !== undefined) pen.remember('model', model);
  pen.meta('Session');
}

/** A turn is over once its last message has been read; the two files grow apart from each other. */
function turn(data: Json, pen: Pen) {
  const last = str(list(data.message_ids).at(-1));
  const model = pen.recall<string>('model') ?? 'unknown';
  // Tokens are recorded as zero; how many requests there were is known.
  pen.spend(`turn:${last ?? pen.serial()}`, {
    model,
    tokens: { ...noTokens },
    requests: Math.max(1, num(data.total_request_count) ?? 1),
    cost: 0,
    credits: list(data.metering_usage).reduce<number>((sum, one) => sum + (num(obj(one).value) ?? 0), 0),
  });
  if (last === undefined || pen.recall(`seen:${last}`) === true) over(data, pen);
  else pen.remember(`turn:${last}`, data);
  if (!pen.wrote) pen.meta('Turn');
}

function over(data: Json, pen: Pen) {
  const last = str(list(data.message_ids).at(-1));
  if (last !== undefined) pen.remember(`turn:${last}`, undefined);
  pen.abandon();
  if (/cancel|interrupt/i.test(word(data.end_reason)))
    pen.put({ kind: 'interruption', text: word(data.end_reason) });
  const failure = obj(data.result).Err;
  if (failure !== undefined) pen.put({ kind: 'error', text: text(failure) || compact(failure) });
}

function whole(record: Json, pen: Pen) {
  const state = obj(record.session_state);
  session({ ...record, model_info: obj(state.rts_model_state).model_info }, pen);
  for (const each of list(obj(state.conversation_metadata).user_turn_metadatas)) turn(obj(each), pen);
}

/** `{ kind: "text", data }` and `{ kind: "image", data }`. */
const words = (blocks: unknown): string =>
  list(blocks)
    .map(obj)
    .filter((block) => block.kind === 'text')
    .map((block) => text(block.data))
    .join('\n');

function prompt(data: Json, pen: Pen) {
  const said = words(data.content);
  const pictures = attachments(list(data.content).map((b) => ({ type: obj(b).kind, ...obj(obj(b).data) })));
  pen.title(said, 'prompt');
  const origin = pen.lane === undefined ? 'human' : 'agent';
  pen.put({ kind: 'prompt', text: said, origin, ...(pictures && { attachments: pictures }) });
}

function assistant(data: Json, pen: Pen) {
  const model = pen.recall<string>('model');
  for (const raw of list(data.content)) {
    const block = obj(raw);
    const inner = obj(block.data);
    if (block.kind === 'toolUse') {
      const { __tool_use_purpose: _, ...input } = obj(inner.input);
      pen.call(str(inner.toolUseId), { name: str(inner.name) ?? 'tool', input });
    } else if (block.kind === 'text' && text(block.data) !== '')
      pen.put({ kind: 'reply', text: text(block.data), ...(model && { model }) });
    else if (block.kind === 'thinking' || block.kind === 'reasoning')
      pen.put({ kind: 'thinking', text: text(block.data) });
  }
  if (!pen.wrote) pen.meta('AssistantMessage (empty)');
}

function results(data: Json, pen: Pen) {
  const details = obj(data.results);
  for (const raw of list(data.content)) {
    const answer = obj(obj(raw).data);
    const id = str(answer.toolUseId);
    const verdict = id !== undefined && Object.hasOwn(details, id) ? obj(details[id]).result : undefined;
    const printed = list(answer.content).map((block) => obj(block).data);
    const status = printed.map((part) => str(obj(part).exit_status)).find((one) => one !== undefined);
    const exit = /^exit status: (-?\d{1,9})$/.exec(status ?? '')?.[1];
    const output = printed.map(shown).filter((part) => part !== '');
    pen.result(id, {
      output: output.join('\n'),
      outcome: outcomeOf(answer.status, verdict, status, exit),
      exitCode: exit === undefined ? undefined : Number(exit),
    });
  }
  if (!pen.wrote) pen.meta('ToolResults (empty)');
}

/** Denied and interrupted calls look alike: both are `Cancelled`. */
function outcomeOf(status: unknown, verdict: unknown, exitStatus?: string, exit?: string): Outcome {
  if (verdict === 'Cancelled' || 'Cancelled' in obj(verdict)) return 'interrupted';
  if (status === 'error' || 'Error' in obj(verdict)) return 'error';
  // Killed by a signal: `signal: 9 (SIGKILL)`.
  if (exitStatus !== undefined && exit === undefined) return 'error';
  return exitStatus?.startsWith('signal') || (exit !== undefined && exit !== '0') ? 'error' : 'ok';
}

function shown(part: unknown): string {
  if (typeof part === 'string') return part;
  const { stdout, stderr } = obj(part);
  if (typeof stdout !== 'string' && typeof stderr !== 'string') return text(part) || compact(part);
  return [stdout, stderr].filter((one) => typeof one === 'string' && one !== '').join('\n');
}
