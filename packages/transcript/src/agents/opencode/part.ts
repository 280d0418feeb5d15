import { pathOf } from '../../calls/tool.ts';
import { fileChange, printedPatch, wholeChange } from '../../diff.ts';
import type { FileChange, Outcome } from '../../entry.ts';
import { attachments, compact, first, hash, type Json, num, obj, str, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';

const quiet = new Set(['step-start', 'snapshot', 'patch', 'agent']);

interface Around {
  role: string;
  spend(part: Json, pen: Pen): void;
}

export function readPart(part: Json, pen: Pen, { role, spend }: Around) {
  const type = word(part.type);
  const key = str(part.id) === undefined ? undefined : `part:${word(part.id)}`;
  if (role === 'user' && str(part._model) !== undefined) pen.remember('model', part._model);
  pen.learn({ cwd: str(part._cwd) });
  if (part._error !== undefined && part._error !== null) failure(part._error, '', pen);
  if (quiet.has(type)) return pen.meta(type);
  switch (type) {
    case 'step-finish':
      spend(part, pen);
      return pen.meta(type);
    case 'text':
      return said(part, role, key, pen);
    case 'reasoning': {
      const thought = str(part.text) ?? '';
      return pen.put({ kind: 'thinking', text: thought }, key);
    }
    case 'tool':
      return tool(part, pen);
    case 'file': {
      const files = attachments([part]);
      const name = first(part.filename, part.url) ?? 'file';
      if (role === 'user')
        return pen.put(
          { kind: 'prompt', text: '', origin: 'human', ...(files && { attachments: files }) },
          key,
        );
      return pen.put({ kind: 'reply', text: name, ...(files && { attachments: files }) }, key);
    }
    case 'subtask': {
      const words = [str(part.description), str(part.prompt)].filter(Boolean).join('\n');
      return pen.put(
        { kind: 'notice', label: `subtask for ${str(part.agent) ?? 'agent'}`, text: words, level: 'info' },
        key,
      );
    }
    case 'retry': {
      const error = obj(part.error);
      const why = first(obj(error.data).message, error.message) ?? compact(part.error);
      return pen.put({ kind: 'error', text: `${why} (attempt ${num(part.attempt) ?? '?'})` }, key);
    }
    case 'compaction':
      return pen.put({ kind: 'compaction', text: '', trigger: part.auto === true ? 'auto' : 'manual' }, key);
  }
}

function said(part: Json, role: string, key: string | undefined, pen: Pen) {
  const text = str(part.text) ?? '';
  if (pen.recall(`summary:${str(part.messageID) ?? ''}`) === true)
    return pen.put({ kind: 'compaction', text }, key);
  if (part.synthetic === true || part.ignored === true) {
    return pen.put({ kind: 'notice', label: 'context', text, level: 'context' }, key);
  }
  if (role !== 'user') {
    const model = str(part._model) ?? pen.recall<string>('model');
    return pen.put({ kind: 'reply', text, ...(model && { model }) }, key);
  }
  pen.title(text, 'prompt');
  pen.put({ kind: 'prompt', text, origin: pen.lane === undefined ? 'human' : 'agent' }, key);
}

function tool(part: Json, pen: Pen) {
  const callId = first(part.callID, part.id);
  const state = obj(part.state);
  const facts = obj(state.metadata);
  const status = word(state.status);
  pen.call(callId, { name: str(part.tool) ?? 'tool', input: state.input });
  const child = str(facts.sessionId);
  if (callId !== undefined && child !== undefined && part.tool === 'task') pen.bind(callId, child);
  if (status === 'pending' || status === 'running') {
    if (pen.recall(`over:${str(part.messageID) ?? ''}`) === true)
      pen.result(callId, { outcome: 'interrupted' });
    return;
  }
  const { start, end } = obj(state.time);
  const took = num(start) !== undefined && num(end) !== undefined ? Number(end) - Number(start) : undefined;
  const exit = num(facts.exit);
  pen.result(callId, {
    output: str(state.output) ?? str(state.error) ?? '',
    outcome: outcomeOf(status, str(state.error) ?? '', exit),
    exitCode: exit,
    durationMs: took,
    changes: changes(state, facts),
  });
}

function outcomeOf(status: string, error: string, exit: number | undefined): Outcome {
  if (status === 'error') {
    if (/rejected permission|user rejected|specified a rule which prevents/i.test(error)) return 'denied';
    return /abort/i.test(error) ? 'interrupted' : 'error';
  }
  return exit !== undefined && exit !== 0 ? 'error' : 'ok';
}

function changes(state: Json, facts: Json): FileChange[] | undefined {
  const patch = str(facts.diff);
  const path = pathOf(state.input) ?? str(obj(facts.filediff).file);
  const input = obj(state.input);
  const { before, after } = obj(facts.filediff);
  const content = str(input.content);
  if (path === undefined) return undefined;
  if (typeof before === 'string' && typeof after === 'string' && (before !== '' || facts.exists === true))
    return [wholeChange(path, before, after)];
  if (facts.exists === true && content !== undefined)
    return [fileChange(path, 'update', { kind: 'content', text: content })];
  if (patch === undefined) return undefined;
  const [old, fresh] = [str(input.oldString), str(input.newString)];
  const pairs: [string, string][] = old === undefined || fresh === undefined ? [] : [[old, fresh]];
  return [fileChange(path, 'update', printedPatch(patch, pairs))];
}

/** An error of a whole message; an empty key means the message is not known. */
export function failure(raw: unknown, key: string, pen: Pen) {
  if (raw === undefined || raw === null) return;
  const name = str(obj(raw).name);
  const said = first(obj(obj(raw).data).message, obj(raw).message) ?? compact(raw);
  const slot = key === '' ? `error:${hash(compact(raw))}` : key;
  if (name === 'MessageAbortedError') pen.put({ kind: 'interruption', text: said }, slot);
  else pen.put({ kind: 'error', text: said, ...(name && { code: name }) }, slot);
}
