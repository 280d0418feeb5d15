/** Calls as the UI saw them: begin and end in legacy files. */

import { recordedChanges } from '../../calls/files.ts';
import type { Outcome } from '../../entry.ts';
import { compact, first, type Json, list, num, obj, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { duration, picture, searched } from './item.ts';

const outcome = (ok: boolean): Outcome => (ok ? 'ok' : 'error');
export const worked = (status: unknown, code?: unknown): Outcome => {
  if (status === 'declined' || status === 'denied' || status === 'rejected') return 'denied';
  return outcome(status !== 'failed' && status !== 'error' && (num(code) ?? 0) === 0);
};

/** Begin and end of one call, old files; also approvals and dynamic tools. */
export function readCall(type: string, event: Json, pen: Pen) {
  const callId = first(event.call_id, event.callId);
  const took = duration(event.duration);
  const done = type.endsWith('_end') || type.endsWith('_response');
  if (type.startsWith('exec_command')) {
    pen.call(callId, { name: 'exec_command', input: { command: event.command, cwd: event.cwd } });
    const output = first(event.aggregated_output, event.formatted_output, event.stdout) ?? '';
    if (done)
      pen.result(callId, {
        output,
        outcome: worked(event.status, event.exit_code),
        exitCode: num(event.exit_code),
        durationMs: took,
      });
  } else if (type.startsWith('patch_apply')) {
    pen.call(callId, { name: 'apply_patch', input: { changes: event.changes } });
    const ok = event.success === undefined ? worked(event.status) : outcome(event.success !== false);
    const output = [str(event.stdout), str(event.stderr)].filter(Boolean).join('\n');
    if (done)
      pen.result(callId, { output, outcome: ok, changes: recordedChanges(event.changes), durationMs: took });
  } else if (type.startsWith('mcp_tool_call')) {
    const { server, tool, arguments: input } = obj(event.invocation);
    pen.call(callId, { name: `${str(server) ?? 'mcp'}.${str(tool) ?? 'tool'}`, input, kind: 'mcp' });
    const result = obj(event.result);
    const answer = obj(result.Ok);
    const failed = 'Err' in result || answer.isError === true;
    if (done)
      pen.result(callId, {
        output: text(result.Err) || text(answer.content),
        outcome: outcome(!failed),
        durationMs: took,
      });
  } else if (type.startsWith('web_search')) {
    pen.call(callId, { name: 'web_search', input: { query: event.query, action: event.action } });
    if (done) pen.result(callId, { output: found(event.results), outcome: 'ok' });
    if (done) pen.remember('searched', searched(event.action));
  } else if (type.startsWith('image_generation')) {
    pen.call(callId, { name: 'image_generation', input: { prompt: event.revised_prompt } });
    if (done) pen.result(callId, { outcome: worked(event.status), attachments: picture(event.result) });
  } else if (type.startsWith('dynamic_tool_call')) {
    pen.call(callId, {
      name: [str(event.namespace), str(event.tool)].filter(Boolean).join('.') || 'tool',
      input: event.arguments,
    });
    if (done)
      pen.result(callId, {
        output: text(event.content_items) || text(event.error),
        outcome: outcome(event.success !== false),
        durationMs: took,
      });
  } else if (type.startsWith('collab_')) {
    pen.call(callId, {
      name: type.replace(/_(?:begin|end)$/, ''),
      input: { prompt: event.prompt, message: event.prompt },
      kind: type.includes('spawn') ? 'task' : 'other',
    });
    const child = str(event.new_thread_id);
    if (done) pen.result(callId, { output: compact(event.status ?? event.agent_statuses), outcome: 'ok' });
    if (callId !== undefined && child !== undefined) pen.bind(callId, child, str(event.new_agent_role));
  } else if (type.endsWith('_approval_request') || type === 'request_user_input_request') {
    pen.put({
      kind: 'approval',
      decision: 'requested',
      text: first(event.reason, list(event.command).map(word).join(' ')) ?? compact(event),
    });
  }
}

export function found(results: unknown): string {
  return list(results)
    .map((hit) =>
      [obj(hit).title, obj(hit).url, obj(hit).snippet].filter((part) => typeof part === 'string').join(' — '),
    )
    .join('\n');
}
