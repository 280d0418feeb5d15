import type { Decision, Outcome, Question } from '../entry.ts';
import { first, isObject, list, obj, parse, str, word } from '../json.ts';

const max = { questions: 20, options: 50, text: 4000 };

const cut = (value: string): string => value.slice(0, max.text).toWellFormed();

/** The questions of a call that asks a person, in any of the agents' shapes. */
export function questionsOf(input: unknown): Question[] {
  const o = obj(typeof input === 'string' ? parse(input) : input);
  const several = list(o.questions);
  return (several.length > 0 ? several : [o]).slice(0, max.questions).flatMap((raw): Question[] => {
    const q = obj(raw);
    const question = first(
      q.question,
      q.prompt,
      q.message,
      q.text,
      typeof raw === 'string' ? raw : undefined,
    );
    if (question === undefined) return [];
    const offered = q.options ?? q.choices ?? q.follow_up ?? q.suggestions;
    const id = str(q.id);
    const header = first(q.header, q.title);
    return [
      {
        ...(id !== undefined && { id: cut(id) }),
        question: cut(question),
        ...(header !== undefined && { header: cut(header) }),
        options: options(typeof offered === 'string' ? parse(offered) : offered),
        ...((q.multiSelect === true || q.multiple === true || q.multi_select === true) && {
          multiple: true as const,
        }),
        chosen: [],
      },
    ];
  });
}

function options(offered: unknown): Question['options'] {
  return list(offered)
    .slice(0, max.options)
    .map((raw) => {
      const description = str(obj(raw).description);
      const label = isObject(raw) ? first(raw.label, raw.text, raw.value, raw.title) : undefined;
      return {
        label: cut(label ?? word(raw)),
        ...(description !== undefined && { description: cut(description) }),
      };
    });
}

/** The same questions with what was answered, read from a result: recorded answers, or the text the model was told. */
export function answered(questions: readonly Question[], output: string, recorded?: unknown): Question[] {
  const known = obj(recorded ?? obj(parse(output)).answers);
  return questions.map((question, index) => {
    const given =
      own(known, question.question) ??
      own(known, question.id) ??
      own(known, question.header) ??
      own(known, `${index}`);
    const told = given === undefined ? toldAnswer(questions, index, output) : undefined;
    const chosen = given === undefined ? (told === undefined ? [] : [told]) : answers(given);
    return { ...question, chosen: chosen.slice(0, max.options).map(cut) };
  });
}

const own = (table: Record<string, unknown>, key: string | undefined): unknown =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;

function answers(given: unknown): string[] {
  if (Array.isArray(given)) return given.map(word).filter((one) => one !== '');
  if (isObject(given)) return answers(given.answers ?? given.answer ?? given.label ?? given.value ?? []);
  const one = word(given);
  return one === '' ? [] : [one];
}

/** `"question"="answer"` as Claude Code tells its model; else, of a single question, all that was said. */
function toldAnswer(questions: readonly Question[], index: number, output: string): string | undefined {
  const mark = (question: Question | undefined) => question && `"${question.question}"="`;
  const begin = mark(questions[index]) as string;
  const at = output.indexOf(begin);
  if (at < 0) return questions.length === 1 && output.trim() !== '' ? output.trim() : undefined;
  const from = at + begin.length;
  const next = mark(questions[index + 1]);
  const limit = next === undefined ? -1 : output.indexOf(next, from);
  const end = output.lastIndexOf('"', limit < 0 ? output.length : limit - 1);
  return end >= from ? output.slice(from, end) : output.slice(from);
}

/** What a call that asks a person came to. */
export function settled(
  old: Pick<Decision, 'about' | 'questions'>,
  end: { outcome: Outcome; output?: string | undefined; answers?: unknown; words?: string | undefined },
): Partial<Decision> {
  const { outcome, output = '' } = end;
  const words = end.words ?? (outcome === 'denied' ? refusalWords(output) : undefined);
  const said = words !== undefined && { words };
  if (outcome === 'running') return {};
  if (outcome === 'denied') return { verdict: old.about === 'plan' ? 'sent-back' : 'dismissed', ...said };
  if (outcome !== 'ok' && outcome !== 'unknown') return { verdict: 'dismissed', ...said };
  if (old.about === 'plan') return { verdict: 'approved', ...said };
  const questions = answered(old.questions ?? [], output, end.answers);
  return { verdict: 'answered', questions, ...said };
}

const refusals = [
  'the user said:\n',
  'The user provided the following reason for the rejection:',
  'User feedback:',
];

/** What the person said when they refused, in the text that the model was told. */
export function refusalWords(output: string): string | undefined {
  for (const mark of refusals) {
    const at = output.indexOf(mark);
    if (at < 0) continue;
    // The harness goes on with a note of its own after the person's words.
    const rest = output
      .slice(at + mark.length)
      .split('\n\nNote: The user', 1)[0]
      ?.trim();
    if (rest) return rest;
  }
  return undefined;
}
