import { attachments, compact, first, type Json, list, num, obj, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { readCall } from './call.ts';
import { heard, prompt, thought } from './item.ts';
import { readTurnItem } from './turn.ts';

const quiet = new Set([
  'task_started',
  'item_started',
  'turn_started',
  'thread_settings_applied',
  'sub_agent_activity',
  'session_configured',
  'agent_reasoning_section_break',
  'exec_command_output_delta',
  'agent_message_delta',
  'agent_reasoning_delta',
  'turn_diff',
  'shutdown_complete',
]);

export function readEvent(event: Json, pen: Pen) {
  const type = str(event.type) ?? '';
  if (type === 'shutdown_complete') pen.abandon('interrupted', true);
  if (quiet.has(type)) return pen.meta(`event_msg/${type}`);
  if (type === 'item_completed') return readTurnItem(obj(event.item), event, pen);
  if (/_(?:begin|end|request|response)$/.test(type)) return readCall(type, event, pen);
  switch (type) {
    case 'user_message': {
      const pictures = attachments(list(event.images).map((url) => ({ type: 'image', url })));
      const blocks = [
        { type: 'text', text: event.message },
        ...(pictures ? list(event.images).map((url) => ({ type: 'image', url })) : []),
      ];
      return prompt(blocks, 'e', pen);
    }
    case 'agent_message':
      return heard('assistant', event.message, 'e', pen);
    case 'agent_reasoning':
    case 'agent_reasoning_raw_content':
      return thought(text(event), 'e', pen);
    case 'task_complete':
    case 'turn_complete': {
      pen.abandon();
      const failure = obj(event.error);
      if (event.error === undefined || event.error === null) return pen.meta(`event_msg/${type}`);
      return pen.put({ kind: 'error', text: str(failure.message) ?? compact(event.error) });
    }
    case 'turn_aborted':
      pen.abandon();
      return pen.put({ kind: 'interruption', text: str(event.reason) ?? 'aborted' });
    case 'thread_rolled_back':
      pen.retractTurns(num(event.num_turns) ?? 1);
      return notice('rolled back', `${num(event.num_turns) ?? 1} turn(s) taken back`, pen);
    case 'context_compacted':
      return pen.once('compaction', '', 'e', { kind: 'compaction', text: '' });
    case 'thread_name_updated':
      pen.title(str(event.thread_name), 'custom');
      return pen.meta('event_msg/thread_name_updated');
    case 'thread_goal_updated':
      return notice('goal', first(obj(event.goal).objective) ?? '', pen);
    case 'entered_review_mode':
      return notice('review started', first(event.user_facing_hint) ?? '', pen);
    case 'exited_review_mode':
      return notice('review ended', first(obj(event.review_output).overall_explanation) ?? '', pen);
    case 'guardian_assessment':
      return guardian(event, pen);
    case 'error':
    case 'stream_error':
      return pen.put({ kind: 'error', text: str(event.message) ?? compact(event) });
    case 'warning':
      return pen.put({ kind: 'notice', label: 'warning', text: str(event.message) ?? '', level: 'warning' });
    case 'undo_completed':
    case 'background_event':
    case 'deprecation_notice':
      return notice(type.replaceAll('_', ' '), first(event.message, event.summary) ?? '', pen);
    case 'plan_update':
      return pen.call(undefined, { name: 'update_plan', input: event, outcome: 'ok' });
    case 'view_image_tool_call':
      pen.call(str(event.call_id), { name: 'view_image', input: { path: event.path } });
      return pen.result(str(event.call_id), { outcome: 'ok' });
  }
}

function notice(label: string, content: string, pen: Pen) {
  pen.put({ kind: 'notice', label, text: content, level: 'info' });
}

function guardian(event: Json, pen: Pen) {
  const action = obj(event.action);
  const what =
    first(action.command, action.tool_name, list(action.files).map(word).join(', ')) ??
    str(action.type) ??
    '';
  const status = word(event.status);
  const decision = /approv|allow/i.test(status)
    ? 'approved'
    : /den|reject|abort/i.test(status)
      ? 'denied'
      : /progress/i.test(status)
        ? 'requested'
        : 'unknown';
  const why = first(event.rationale);
  pen.put(
    { kind: 'approval', decision, text: why === undefined ? what : `${what}\n${why}` },
    `guardian:${str(event.id) ?? ''}`,
  );
}
