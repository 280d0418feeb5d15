import { attachments, compact, first, type Json, list, obj, str, text } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { taskNotice } from './prompt.ts';

/** Listings and reminders the harness gives the model every turn. */
const listings = new Set([
  'deferred_tools_delta',
  'skill_listing',
  'agent_listing_delta',
  'mcp_instructions_delta',
  'command_permissions',
  'auto_mode',
  'auto_mode_exit',
  'task_reminder',
  'todo_reminder',
  'todo',
  'total_tokens_reminder',
  'batching_reminder_sent',
  'silent_turn_reminder',
  'companion_intro',
  'budget_usd',
  'token_usage',
  'output_style',
  'verify_plan_reminder',
  'critical_system_reminder',
  'ultra_effort_enter',
  'ultra_effort_exit',
  'hook_success',
  'async_hook_response',
]);

const warnings = new Set([
  'hook_non_blocking_error',
  'hook_blocking_error',
  'hook_error_during_execution',
  'hook_cancelled',
]);

export function readAttachment(attachment: Json, record: Json, pen: Pen) {
  const type = str(attachment.type) ?? 'attachment';
  if (listings.has(type)) return pen.meta(`attachment/${type}`);
  if (type === 'queued_command') return queued(attachment, record, pen);
  const label = type.replaceAll('_', ' ');
  if (warnings.has(type)) {
    const blocking = obj(attachment.blockingError);
    const what =
      first(blocking.blockingError, attachment.stderr, attachment.stdout, attachment.content) ?? '';
    const command = first(attachment.hookName, blocking.command, attachment.command) ?? '';
    return pen.put({ kind: 'notice', label, text: `${command}\n${what}`.trim(), level: 'warning' });
  }
  const content =
    (attachment.filename
      ? [str(attachment.displayPath) ?? str(attachment.filename), fileText(attachment)].join('\n')
      : '') ||
    text(attachment.content) ||
    first(
      attachment.text,
      attachment.banner,
      attachment.newDate,
      attachment.condition,
      attachment.planFilePath,
      attachment.description,
      attachment.displayPath,
      attachment.snippet,
    ) ||
    list(attachment.skills)
      .map((skill) => str(obj(skill).name) ?? '')
      .join(', ') ||
    compact(attachment);
  pen.put({ kind: 'notice', label, text: content.trim(), level: 'context' });
}

function fileText(attachment: Json): string {
  return str(obj(obj(attachment.content).file).content) ?? str(attachment.snippet) ?? '';
}

/** Typed while the agent worked. */
function queued(attachment: Json, record: Json, pen: Pen) {
  const content = text(attachment.prompt);
  const mode = str(attachment.commandMode);
  const from = str(obj(attachment.origin).kind);
  const news = content.startsWith('<task-notification>') || record.isMeta === true;
  if (news || mode === 'task-notification' || from === 'task-notification') return taskNotice(content, pen);
  const pictures = attachments(attachment.prompt);
  pen.title(content, 'prompt');
  pen.put({ kind: 'prompt', text: content, origin: 'queued', ...(pictures && { attachments: pictures }) });
}
