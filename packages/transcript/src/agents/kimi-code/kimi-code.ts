/**
 * Kimi Code. One record = one line of an agent's `wire.jsonl`, or the `state.json` of its session.
 * A prompt is written twice (`turn.prompt` and `context.append_message`) and shown once; usage is written twice
 * (`step.end` and `usage.record`) and counted by the latter. A newer version rewrites the whole file in its own
 * protocol, so a line may come again with more fields: it is known by its type, time and ids.
 * The older Kimi CLI (`{timestamp, message: {type, payload}}`) has its own file.
 */
import type { AgentReader } from '../../agent.ts';
import { hash, isObject, type Json, num, obj, str, text, time, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';
import { generic } from '../generic.ts';
import { appended, prompted, readEvent } from './message.ts';
import { isOlder, olderLane, readOlder } from './older.ts';

const quiet =
  /^(?:metadata|tools\.|mcp\.|llm\.tools_snapshot|token_counting\.|plugin\.|runtime\.|full_compaction\.(?:begin|complete)|turn\.started)/;

const older = generic('kimi-code');

export const kimiCode: AgentReader = {
  id: 'kimi-code',
  time: (record) => time(record.time ?? record.created_at ?? record.createdAt ?? record.timestamp),
  prompt: (record) => (record.type === 'turn.prompt' ? text(record.input) : undefined),
  lane: (record, pen) => (isOlder(record) ? olderLane(record, pen) : undefined),
  read(record, pen) {
    const type = str(record.type) ?? '';
    if (type === '' && isOlder(record) && readOlder(record, pen)) return;
    if (type === '' && isObject(record.message)) return older.read(record, pen);
    if (type === '' && ('agents' in record || 'lastPrompt' in record)) return state(record, pen);
    if (isRepeated(type, record, pen)) return pen.meta('written again');
    if (type === 'full_compaction.begin') pen.remember('compaction', str(record.source));
    if (quiet.test(type)) return pen.meta(type);
    switch (type) {
      case 'state':
        return state(record, pen);
      case 'config.update':
      case 'profile.bind':
        pen.learn({ cwd: str(record.cwd) ?? str(obj(record.environmentDisclosure).cwd) });
        return pen.meta(type);
      case 'turn.prompt':
      case 'turn.steer':
        return prompted(record, type === 'turn.steer', pen);
      case 'context.append_message':
        return appended(obj(record.message), pen);
      case 'context.append_loop_event':
        return readEvent(obj(record.event), pen);
      case 'llm.request':
        pen.remember(`alias:${word(record.modelAlias)}`, str(record.model));
        return pen.meta(type);
      case 'usage.record':
        return spend(record, pen);
      case 'permission.set_mode':
        pen.mode(str(record.mode));
        return pen.meta(type);
      case 'permission.record_approval_result':
        return approval(record, pen);
      case 'turn.cancel':
        pen.abandon();
        pen.remember('cancelled', true);
        return pen.put({ kind: 'interruption', text: str(record.reason) ?? 'cancelled' });
      case 'turn.ended':
        return ended(record, pen);
      case 'context.apply_compaction':
        return compacted(record, pen);
      default:
        return notice(type, record, pen);
    }
  },
};

function isRepeated(type: string, record: Json, pen: Pen): boolean {
  const event = obj(record.event);
  if (num(record.time) === undefined) return false;
  const said = text(record.input) || text(obj(record.message).content) || text(obj(event.part));
  const ids = [type, record.time, event.type, event.uuid, event.toolCallId, record.toolCallId, record.model];
  const mark = `line:${hash([...ids.map(word), said].join('\u0000'))}`;
  if (pen.recall(mark) === true) return true;
  pen.remember(mark, true);
  return false;
}

function state(record: Json, pen: Pen) {
  pen.learn({ cwd: str(record.workDir) });
  pen.title(str(record.title), record.isCustomTitle === true ? 'custom' : 'generated');
  pen.meta('state.json');
}

function spend(record: Json, pen: Pen) {
  const used = obj(record.usage);
  const alias = word(record.model);
  pen.spend(`${pen.lane ?? ''}#${pen.serial()}`, {
    model: pen.recall<string>(`alias:${alias}`) ?? alias,
    tokens: tokens({
      input: num(used.inputOther),
      output: num(used.output),
      cacheRead: num(used.inputCacheRead),
      cacheWrite: num(used.inputCacheCreation),
    }),
  });
  pen.meta('usage.record');
}

/** Stands before the call it is about; a refusal is told with the call's result. */
function approval(record: Json, pen: Pen) {
  const decision = word(obj(record.result).decision);
  pen.remember(`approval:${word(record.toolCallId)}`, decision);
  if (decision !== 'approved') return pen.meta('permission.record_approval_result');
  pen.put({ kind: 'approval', decision, text: str(record.action) ?? word(record.toolName) });
}

function ended(record: Json, pen: Pen) {
  const told = pen.recall('cancelled') === true;
  pen.remember('cancelled', undefined);
  pen.abandon();
  if (record.reason === 'failed') {
    const error = record.error;
    return pen.put({ kind: 'error', text: str(obj(error).message) ?? (text(error) || 'The turn failed.') });
  }
  if (record.reason === 'cancelled' && !told) return pen.put({ kind: 'interruption', text: 'cancelled' });
  if (record.reason === 'blocked')
    return pen.put({ kind: 'notice', label: 'blocked', text: text(record.error), level: 'warning' });
  pen.meta('turn.ended');
}

function compacted(record: Json, pen: Pen) {
  const [before, after] = [num(record.tokensBefore), num(record.tokensAfter)];
  const trigger = pen.recall<string>('compaction');
  pen.put({
    kind: 'compaction',
    text: str(record.summary) ?? '',
    ...(trigger && { trigger }),
    ...(before !== undefined && { tokensBefore: before }),
    ...(after !== undefined && { tokensAfter: after }),
  });
}

const noticed =
  /^(?:context\.(?:undo|clear)|forked|full_compaction\.cancel|plan_mode\.|task\.|goal\.|interaction\.|swarm_mode\.|cron\.)/;

function notice(type: string, record: Json, pen: Pen) {
  if (!noticed.test(type)) return;
  const { type: _, time: __, agentId: ___, ...data } = record;
  const said = str(record.description) ?? str(record.summary) ?? text(record);
  pen.put({ kind: 'notice', label: type.replace(/[._]/g, ' '), text: said, level: 'info', data });
}
