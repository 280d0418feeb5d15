/** A request of a chat session as the CLI cuts it: the prompt, then rounds of words and calls. */
import type { Outcome } from '../../entry.ts';
import { first, type Json, list, num, obj, str, text, word } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';

const modelOf = (record: Json): string | undefined =>
  first(record.resolvedModel, record.modelId)?.replace(/^copilot\//, '');

export function readRequest(record: Json, pen: Pen) {
  const id = str(record.requestId) ?? '';
  const said = str(obj(record.message).text) ?? '';
  const model = modelOf(record);
  const by = model === undefined ? {} : { model };
  const files = list(record.files).map((name) => ({ kind: 'file' as const, name: word(name) }));
  pen.title(said, 'prompt');
  pen.put(
    { kind: 'prompt', text: said, origin: 'human', ...(files.length > 0 && { attachments: files }) },
    `${id}/prompt`,
  );
  for (const [index, raw] of list(record.rounds).entries()) {
    const round = obj(raw);
    const [thought, words] = [text(round.thinking), str(round.response) ?? ''];
    if (thought.trim() !== '') pen.put({ kind: 'thinking', text: thought, ...by }, `${id}/${index}/thinking`);
    if (words.trim() !== '') pen.put({ kind: 'reply', text: words, ...by }, `${id}/${index}/reply`);
    for (const [at, call] of list(round.calls).entries()) called(obj(call), `${id}/${index}/${at}`, pen);
  }
}

function called(call: Json, place: string, pen: Pen) {
  const id = first(call.id) ?? place;
  const title = str(call.title);
  const name = str(call.name) ?? 'tool';
  pen.call(id, { name, input: call.input, ...(call.input === undefined && title && { title }) });
  const exit = num(call.exitCode);
  const outcome = outcomeOf(call, exit);
  if (outcome === 'running') return;
  const told = pen.recall(`refused:${id}`) === true;
  if (outcome === 'denied') pen.remember(`refused:${id}`, true);
  pen.result(id, {
    output: str(call.output),
    outcome,
    exitCode: exit,
    refusedBy: outcome === 'denied' && !told ? 'person' : undefined,
  });
}

/** `isConfirmed` is false, or of the kind 0 or 5, when the person said no or skipped it. */
function outcomeOf(call: Json, exit: number | undefined): Outcome {
  const kind = num(obj(call.confirmed).type);
  if (call.confirmed === false || kind === 0 || kind === 5) return 'denied';
  if (call.failed === true || (exit !== undefined && exit !== 0)) return 'error';
  if (call.complete === false) return 'running';
  // A result, or the word of the editor that it is over; of a build that keeps neither nobody knows.
  return call.complete === true || str(call.output) !== undefined ? 'ok' : 'unknown';
}

/** What the line by line transcript does not know. */
export function requestFacts(record: Json, pen: Pen, isLast: boolean) {
  const id = str(record.requestId) ?? '';
  const model = modelOf(record);
  pen.model(model);
  const output = num(record.outputTokens);
  if (output !== undefined)
    pen.spend(`request:${id}`, {
      model: model ?? 'unknown',
      tokens: tokens({ input: num(record.promptTokens), output }),
    });
  const failure = first(obj(record.errorDetails).message);
  if (failure !== undefined) pen.put({ kind: 'error', text: failure }, `${id}/error`);
  else if (record.cancelled === true) pen.put({ kind: 'interruption', text: 'cancelled' }, `${id}/cancelled`);
  if (isLast && (record.cancelled === true || failure !== undefined)) pen.abandon();
}
