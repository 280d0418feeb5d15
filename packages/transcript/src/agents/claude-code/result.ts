import { exactSource, type RecordedChange } from '../../changes/exact.ts';
import { fileChange, recordedHunks } from '../../diff.ts';
import type { FileChange, Outcome } from '../../entry.ts';
import { attachments, type Json, list, num, obj, str, text } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { wentToBackground } from './prompt.ts';
import { taskResult } from './tasks.ts';

/** `tool_result` block with its structured twin `toolUseResult`. */
export function toolResult(block: Json, record: Json, pen: Pen) {
  const callId = str(block.tool_use_id) ?? str(record.sourceToolUseID);
  const twin = obj(record.toolUseResult);
  const printed = text(block.content) || [str(twin.stdout), str(twin.stderr)].filter(Boolean).join('\n');
  const exit = /^(?:Error: )?Exit code (\d+)/.exec(printed)?.[1];
  const seconds = num(twin.durationSeconds);
  const outcome = outcomeOf(block, record, twin, printed);
  if (callId !== undefined && taskResult(callId, printed, twin, outcome, pen)) return;
  pen.result(callId, {
    output: printed,
    outcome,
    exitCode: exit === undefined ? explainedAway(twin) : Number(exit),
    durationMs:
      num(twin.totalDurationMs) ??
      num(twin.durationMs) ??
      (seconds === undefined ? undefined : seconds * 1000),
    changes: changes(twin, callId, pen),
    answers: twin.answers,
    refusedBy: block.is_error === true && isRefusal(record, printed) ? 'person' : undefined,
    attachments: attachments(block.content),
  });
  const agentId = str(twin.agentId);
  if (callId === undefined || agentId === undefined) return;
  pen.bind(callId, agentId, str(twin.agentType));
  if (outcome === 'running') wentToBackground(callId, agentId, pen);
}

/** “No matches found”, “Files differ”: a command that ended with 1, which is not called an error. */
const explainedAway = (twin: Json): number | undefined =>
  str(twin.returnCodeInterpretation) === undefined ? undefined : 1;

/** By the person, not by a rule. */
const isRefusal = (record: Json, printed: string): boolean =>
  record.toolDenialKind === 'user-rejected' ||
  record.toolUseResult === 'User rejected tool use' ||
  /^The user doesn't want to (?:proceed|take this action)/.test(printed);

function outcomeOf(block: Json, record: Json, twin: Json, printed: string): Outcome {
  if (twin.interrupted === true) return 'interrupted';
  if (twin.status === 'async_launched') return 'running';
  if (block.is_error !== true) return 'ok';
  const refused =
    str(record.toolDenialKind) !== undefined ||
    isRefusal(record, printed) ||
    /^Permission to use .* has been denied/.test(printed);
  if (refused) return 'denied';
  return printed.includes('[Request interrupted by user') ? 'interrupted' : 'error';
}

function changes(twin: Json, callId: string | undefined, pen: Pen): FileChange[] | undefined {
  const path = str(twin.filePath);
  if (path === undefined) return undefined;
  const hunks = recordedHunks(twin.structuredPatch);
  if (hunks !== undefined) return [fileChange(path, 'update', exactSource({ hunks, ...textsOf(twin) }))];
  // Written again as it was: the call's text would count as so many new lines.
  if (twin.type === 'update' && Array.isArray(twin.structuredPatch)) {
    const [before, after] = [str(twin.originalFile), str(twin.content)];
    const pairs: [string, string][] =
      before === undefined || after === undefined || before === after ? [] : [[before, after]];
    return [fileChange(path, 'update', { kind: 'replace', pairs })];
  }
  const content = str(twin.content);
  if (twin.type !== 'create' || content === undefined) return undefined;
  // The call holds the same text already: a second copy would double the memory of every written file.
  const call = pen.get(`call:${callId}`);
  const source = call?.kind === 'tool' ? call.changes?.[0]?.source : undefined;
  if (source?.kind === 'content' && source.text === content) return undefined;
  // Of some files more is written than was asked for.
  return [fileChange(path, 'add', { kind: 'content', text: content })];
}

/** The texts a patch was made of. The patch itself is made to be looked at: it has spaces where the file has tabs. */
function textsOf(twin: Json): Omit<RecordedChange, 'hunks'> {
  const edits = list(twin.edits).map(obj);
  const all = [twin, ...edits].some((edit) => edit.replaceAll === true || edit.replace_all === true);
  const pairs = (edits.length > 0 ? edits : [twin]).flatMap((edit): [string, string][] => {
    const [before, after] = [str(edit.oldString ?? edit.old_string), str(edit.newString ?? edit.new_string)];
    return before === undefined || after === undefined ? [] : [[before, after]];
  });
  return {
    before: str(twin.originalFile ?? twin.originalFileContents),
    after: str(twin.content),
    pairs,
    all,
  };
}
