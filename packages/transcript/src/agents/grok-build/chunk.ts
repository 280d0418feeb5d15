import { attachments, type Json, obj, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';

/** Pieces of one answer that follow each other are one entry, up to so many pieces and so many characters. */
const max = { pieces: 2000, characters: 200_000 };

interface Run {
  kind: string;
  key: string;
  pieces: number;
  characters: number;
}

/** True when the update was a piece of something said or thought. */
export function chunk(kind: string, update: Json, pen: Pen): boolean {
  if (kind !== 'user_message_chunk' && kind !== 'agent_message_chunk' && kind !== 'agent_thought_chunk')
    return false;
  const said = text(update.content);
  const meta = obj(update._meta);
  const model = str(meta.modelId);
  pen.model(model);
  if (model !== undefined) pen.remember('model', model);
  const spoken = kind === 'user_message_chunk' && meta.hideFromScrollback === true ? 'hidden' : kind;
  // Two prompts may follow each other, when the first was cancelled before anything was said.
  const speech = `${spoken}:${word(meta.promptIndex)}`;
  const run = pen.recall<Run>('run');
  const fits =
    run?.kind === speech && run.pieces < max.pieces && run.characters + said.length <= max.characters;
  if (run !== undefined && fits && pen.append(run.key, said)) {
    pen.remember('run', { ...run, pieces: run.pieces + 1, characters: run.characters + said.length });
    return true;
  }
  const key = `said:${pen.serial()}`;
  begin(spoken, said, update, key, pen);
  pen.remember('run', { kind: speech, key, pieces: 1, characters: said.length });
  return true;
}

/** Something else came: the next piece begins a new entry. */
export function endRun(pen: Pen): void {
  pen.remember('run', undefined);
}

function begin(kind: string, said: string, update: Json, key: string, pen: Pen) {
  if (kind === 'agent_thought_chunk') return pen.put({ kind: 'thinking', text: said }, key);
  if (kind === 'hidden')
    return pen.put({ kind: 'notice', label: 'context', text: said, level: 'context' }, key);
  const extra = attachments([update.content]);
  const model = pen.recall<string>('model');
  if (kind === 'agent_message_chunk')
    return pen.put({ kind: 'reply', text: said, ...(model !== undefined && { model }) }, key);
  pen.abandon();
  pen.title(said, 'prompt');
  const origin = pen.lane === undefined ? 'human' : 'agent';
  pen.put({ kind: 'prompt', text: said, origin, ...(extra && { attachments: extra }) }, key);
}
