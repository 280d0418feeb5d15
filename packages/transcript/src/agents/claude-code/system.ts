import { compact, first, type Json, list, num, obj, str } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { said } from './prompt.ts';

const quiet = new Set(['turn_duration', 'session_start', 'bridge_status', 'session_end', 'thinking']);

export function readSystem(record: Json, pen: Pen) {
  const subtype = str(record.subtype) ?? '';
  const content = str(record.content) ?? '';
  switch (subtype) {
    case 'api_error':
    case 'error':
      return apiError(record, pen);
    case 'api_refusal': {
      const why =
        first(record.apiRefusalExplanation, content, record.apiRefusalCategory) ?? 'The model refused.';
      return pen.put({ kind: 'error', text: why, code: 'refusal' });
    }
    case 'model_refusal_fallback': {
      const models = `${str(record.originalModel) ?? '?'} → ${str(record.fallbackModel) ?? '?'}`;
      return pen.put({ kind: 'notice', label: 'model fallback', text: content || models, level: 'warning' });
    }
    case 'local_command':
      return said(content, record, pen);
    case 'compact_boundary':
    case 'microcompact_boundary':
      return boundary(record, content, pen);
    case 'stop_hook_summary': {
      const errors = list(record.hookErrors);
      if (errors.length === 0 && record.preventedContinuation !== true)
        return pen.meta('system/stop_hook_summary');
      const why = [str(record.stopReason), ...errors.map((e) => str(e) ?? compact(e))]
        .filter(Boolean)
        .join('\n');
      return pen.put({ kind: 'notice', label: 'stop hook', text: why, level: 'warning' });
    }
    default:
      if (quiet.has(subtype)) return pen.meta(`system/${subtype}`);
      return pen.put({
        kind: 'notice',
        label: subtype.replaceAll('_', ' ') || 'system',
        text: content,
        level: record.level === 'warning' || record.level === 'error' ? 'warning' : 'info',
        ...(content === '' && { data: record }),
      });
  }
}

function apiError(record: Json, pen: Pen) {
  const error = obj(record.error);
  const inner = obj(obj(error.error).error);
  const attempt = num(record.retryAttempt);
  const retry = attempt ? ` (attempt ${attempt} of ${num(record.maxRetries) ?? '?'})` : '';
  const said =
    first(
      error.formatted,
      inner.message,
      obj(error.error).message,
      error.message,
      obj(record.cause).code,
      record.content,
    ) ?? 'API error';
  const code = num(error.status)?.toString() ?? first(inner.type);
  pen.put({ kind: 'error', text: `${said}${retry}`, ...(code && code !== '0' && { code }) });
}

function boundary(record: Json, content: string, pen: Pen) {
  const facts = obj(record.compactMetadata ?? record.microcompactMetadata);
  const [before, after, trigger] = [num(facts.preTokens), num(facts.postTokens), str(facts.trigger)];
  const key = `compaction:${str(record.uuid) ?? `#${pen.serial()}`}`;
  const draft = {
    kind: 'compaction' as const,
    text: content,
    ...(trigger && { trigger }),
    ...(before !== undefined && { tokensBefore: before }),
    ...(after !== undefined && { tokensAfter: after }),
  };
  pen.put(draft, key);
  pen.remember('compaction', key);
}
