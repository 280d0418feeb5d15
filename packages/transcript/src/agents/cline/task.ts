/**
 * A task folder of the Cline family: Cline's extension up to 3.x, Roo Code, old Kilo Code. One record = one message
 * of `ui_messages.json`, what the person saw: `{ ts, type: "say" | "ask", say | ask, text }`, under an `id` that the
 * CLI gives it, since `ts` repeats. Messages are completed in place, so a record may come again.
 * A call has no result of its own: how it went stands at the head of the next request.
 */
import { first, type Json, list, num, obj, parse, str, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { noTokens, tokens } from '../../totals/tokens.ts';
import { command, commandOutput, mcpCall, toolCall } from './task-call.ts';

/** True when the record was a message of a task, or the head of one. */
export function readTask(record: Json, pen: Pen): boolean {
  if (record.type === 'task') {
    head(record, pen);
    return true;
  }
  const kind = str(record.say) ?? str(record.ask);
  if ((record.type !== 'say' && record.type !== 'ask') || kind === undefined) return false;
  const id = str(record.id) ?? `${word(record.ts)}.${kind}`;
  const isFirst = pen.recall<string>('first') ?? id;
  pen.remember('first', isFirst);
  read(kind, record, id, isFirst === id, pen);
  return true;
}

function head(record: Json, pen: Pen) {
  pen.learn({
    agentSessionId: str(record.id),
    cwd: first(record.workspace, record.cwdOnTaskInitialization, record.cwd),
  });
  pen.title(str(record.task), 'prompt');
  pen.model(str(record.modelId));
  pen.meta('task');
}

const quiet =
  /^(?:checkpoint_(?:created|saved)|task_progress|mcp_server_request_started|mcp_notification|hook_status|hook_output_stream|shell_integration_warning|api_req_finished|command_permission_denied|load_mcp_documentation|info|deleted_api_reqs|clineignore_error|browser_action_launch|browser_action|browser_action_result|generate_explanation|codebase_search_result|api_req_rate_limit_wait|completion_result_ask)$/;

function read(kind: string, record: Json, id: string, isFirst: boolean, pen: Pen) {
  const said = str(record.text) ?? '';
  const model = str(obj(record.modelInfo).modelId);
  const by = model === undefined ? {} : { model };
  pen.model(model);
  switch (kind) {
    case 'task':
      return prompt(said, record, id, pen);
    case 'text':
      // Roo says the first prompt in the voice of the model.
      if (isFirst) return prompt(said, record, id, pen);
      return said === '' ? pen.meta('text (empty)') : pen.put({ kind: 'reply', text: said, ...by }, id);
    case 'reasoning':
      return said === '' ? pen.meta(kind) : pen.put({ kind: 'thinking', text: said, ...by }, id);
    case 'user_feedback':
      return feedback(said, record, id, pen);
    case 'user_feedback_diff':
      return pen.put({ kind: 'notice', label: 'edited by the person', text: said, level: 'info' }, id);
    case 'api_req_started':
      return request(obj(parse(said)), model, id, pen);
    case 'tool':
      return toolCall(obj(parse(said)), id, pen);
    case 'command':
      return command(said, id, pen);
    case 'command_output':
      return commandOutput(said, id, pen);
    case 'use_mcp_server':
      return mcpCall(obj(parse(said)), id, pen);
    case 'mcp_server_response':
      return answer('open call', { output: said, outcome: 'ok' }, pen);
    case 'subtask_result':
      return answer('open task', { output: said, outcome: 'ok' }, pen);
    case 'followup':
      return question(obj(parse(said)), said, id, pen);
    case 'plan_mode_respond':
    case 'act_mode_respond': {
      const words = first(obj(parse(said)).response) ?? said;
      return words === '' ? pen.meta(kind) : pen.put({ kind: 'reply', text: words, ...by }, id);
    }
    case 'completion_result':
      pen.abandon();
      if (record.type === 'ask' && said === '') return pen.meta('completion_result');
      return pen.put({ kind: 'reply', text: said.replace(/HAS_CHANGES$/, ''), ...by }, id);
    case 'resume_task':
    case 'resume_completed_task':
      pen.abandon();
      return pen.put(
        { kind: 'notice', label: 'resumed', text: 'The task was opened again.', level: 'info' },
        id,
      );
    case 'condense_context':
      return condensed(obj(record.contextCondense), id, pen);
    case 'error':
    case 'diff_error':
    case 'api_req_failed':
    case 'mistake_limit_reached':
    case 'rooignore_error':
      return pen.put({ kind: 'error', text: said || kind.replaceAll('_', ' ') }, id);
    case 'error_retry':
    case 'api_req_retried':
    case 'api_req_retry_delayed': {
      const why = first(obj(parse(said)).errorMessage) ?? said;
      return pen.put({ kind: 'notice', label: 'retry', text: why, level: 'warning' }, id);
    }
    default:
      if (quiet.test(kind)) return pen.meta(kind);
      pen.put({ kind: 'notice', label: kind.replaceAll('_', ' '), text: said, level: 'info' }, id);
  }
}

function prompt(said: string, record: Json, id: string, pen: Pen) {
  const images = list(record.images).map((data) => ({ kind: 'image' as const, data: word(data) }));
  pen.title(said, 'prompt');
  pen.put(
    { kind: 'prompt', text: said, origin: 'human', ...(images.length > 0 && { attachments: images }) },
    id,
  );
}

/** The answer to a question, else a prompt; of a refused call the request that follows tells. */
function feedback(said: string, record: Json, id: string, pen: Pen) {
  // A record that comes again is the answer that it was.
  const asked = pen.recall<string>(`answer:${id}`) ?? pen.recall<string>('open question');
  if (asked === undefined || pen.recall(`prompt:${id}`) === true) {
    pen.remember(`prompt:${id}`, true);
    return prompt(said, record, id, pen);
  }
  pen.remember(`answer:${id}`, asked);
  pen.remember('open question', undefined);
  pen.result(asked, { output: said, outcome: 'ok' });
}

function question(asked: Json, said: string, id: string, pen: Pen) {
  const options = list(asked.suggest ?? asked.options).map((one) => first(obj(one).answer, one) ?? word(one));
  pen.call(id, {
    name: 'ask_followup_question',
    input: { question: first(asked.question) ?? said, options },
  });
  pen.remember('open question', id);
}

function answer(slot: string, end: { output: string; outcome: 'ok' }, pen: Pen) {
  const open = pen.recall<string>(slot);
  pen.remember(slot, undefined);
  if (open === undefined)
    return pen.put({ kind: 'notice', label: 'result', text: end.output, level: 'info' });
  pen.result(open, end);
}

/** Written before the answer and filled in afterwards; its first words tell how the call before it went. */
function request(facts: Json, model: string | undefined, id: string, pen: Pen) {
  pen.meta('api_req_started');
  if (pen.recall(`request:${id}`) !== true) settle(str(facts.request) ?? '', pen);
  pen.remember(`request:${id}`, true);
  if (num(facts.tokensOut) !== undefined || num(facts.cost) !== undefined) {
    const cost = num(facts.cost);
    pen.spend(`request:${id}`, {
      model: model ?? 'unknown',
      tokens: tokens({
        input: num(facts.tokensIn),
        output: num(facts.tokensOut),
        cacheRead: num(facts.cacheReads),
        cacheWrite: num(facts.cacheWrites),
      }),
      ...(cost !== undefined && { cost }),
    });
  }
  if (facts.cancelReason === 'user_cancelled')
    pen.put({ kind: 'interruption', text: 'user_cancelled' }, `cancel:${id}`);
  else if (facts.cancelReason !== undefined)
    pen.put(
      { kind: 'error', text: first(facts.streamingFailedMessage) ?? word(facts.cancelReason) },
      `cancel:${id}`,
    );
}

/** `[tool for 'x'] Result:` and what the model was told. */
function settle(told: string, pen: Pen) {
  const open = pen.recall<string>('open call');
  if (open === undefined || !/^\[[^\n]{1,400}\] Result:/.test(told)) return;
  pen.remember('open call', undefined);
  const start = told.indexOf('Result:') + 'Result:'.length;
  const said = told.slice(start, start + 2000).trim();
  const exit = /\bExit code: (-?\d{1,9})/.exec(said)?.[1];
  const denied = said.startsWith('The user denied this operation');
  const failed = said.startsWith('The tool execution failed') || (exit !== undefined && exit !== '0');
  pen.result(open, {
    outcome: denied ? 'denied' : failed ? 'error' : 'ok',
    exitCode: exit === undefined ? undefined : Number(exit),
    ...((denied || failed) && pen.recall(`output:${open}`) === undefined && { output: said }),
    refusedBy: denied ? 'person' : undefined,
  });
}

function condensed(facts: Json, id: string, pen: Pen) {
  const [before, after, cost] = [num(facts.prevContextTokens), num(facts.newContextTokens), num(facts.cost)];
  if (facts.summary === undefined && before === undefined) return pen.meta('condense_context');
  pen.put(
    {
      kind: 'compaction',
      text: str(facts.summary) ?? '',
      ...(before !== undefined && { tokensBefore: before }),
      ...(after !== undefined && { tokensAfter: after }),
    },
    id,
  );
  if (cost !== undefined) pen.spend(`condense:${id}`, { model: 'unknown', tokens: { ...noTokens }, cost });
}
