import type { TranscriptEntry } from '@debrief/contract';
import { Type } from 'typebox';
import type { KeptItems } from '../../../domain/session/kept-json.ts';
import { getTranscript } from '../../../domain/session/transcript.ts';
import { origin, quoted, said } from '../text.ts';
import { type Asked, linkTo, sequenceOf, sessionField, sessionOf, tool } from '../tool.ts';

const most = 12_000;
const mostOfEntry = 1500;
const usual = 20;

interface Input {
  session: string;
  from?: number;
  limit?: number;
}

export const readTool = tool<Input>({
  name: 'read_session',
  title: 'Read a session',
  description:
    'When the brief or a snippet is not enough and you need the words themselves: entries of a session as text, long ones clipped. A link with `#412` begins around that event; else give `from`, the number of the first entry. The answer says how to go on.',
  scope: 'sessions:read',
  most,
  input: Type.Object({
    session: sessionField,
    from: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Number of the first entry; default 0.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: `How many entries; default ${usual}.` }),
    ),
  }),
  async run(asked, input) {
    const { context, actor } = asked;
    const sessionId = sessionOf(input.session);
    const at = input.from === undefined ? sequenceOf(input.session) : undefined;
    const window = await getTranscript(context, actor, {
      sessionId,
      limit: input.limit ?? usual,
      ...(at === undefined ? { from: input.from ?? 0 } : { at }),
    });
    const from = window.from as number;
    const total = window.total as number;
    const { pieces } = window.entries as KeptItems;
    const entries = JSON.parse(`[${Buffer.concat(pieces).toString()}]`) as TranscriptEntry[];
    let text = `${origin}\n\n${linkTo(asked, sessionId)}: entries ${from} to ${from + entries.length - 1} of ${total}.`;
    let shown = 0;
    for (const entry of entries) {
      const next = `${text}\n\n${textOf(asked, sessionId, from + shown, entry)}`;
      if (shown > 0 && next.length > most - 200) break;
      text = next;
      shown++;
    }
    const next = from + shown;
    if (entries.length === 0) return `${text}\n\nNothing is there.`;
    return next < total ? `${text}\n\nGo on with from=${next}.` : `${text}\n\nThat is the end.`;
  },
});

function textOf(asked: Asked, sessionId: string, number: number, entry: TranscriptEntry): string {
  const sequence = entry.sequences[0];
  const head = `[${number}] ${headOf(entry)} ${linkTo(asked, sessionId, sequence)}`;
  const parts = wordsOf(entry).filter((words) => words.trim() !== '');
  return [head, ...parts.map((words) => quoted(words, mostOfEntry / parts.length))].join('\n');
}

function headOf(entry: TranscriptEntry): string {
  switch (entry.kind) {
    case 'prompt':
      return entry.origin === 'human' || entry.origin === 'queued'
        ? 'prompt of a person'
        : `prompt (${entry.origin})`;
    case 'tool':
    case 'subagent':
      return `${entry.kind} ${said(entry.title || entry.name, 200)} (${entry.outcome}${entry.exitCode === undefined ? '' : `, exit ${entry.exitCode}`})`;
    default:
      return entry.kind;
  }
}

/** What was said or printed; what was called stands in the heading. */
function wordsOf(entry: TranscriptEntry): string[] {
  switch (entry.kind) {
    case 'tool': {
      const changes = (entry.changes ?? []).map(
        ({ path, change, added, removed }) => `${change} ${path} +${added} -${removed}`,
      );
      return [changes.join('\n'), entry.output ?? ''];
    }
    case 'subagent':
      return [entry.prompt ?? '', entry.output ?? ''];
    case 'plan':
      return [entry.items.map(({ status, text }) => `${status}: ${text}`).join('\n')];
    case 'decision':
      return [entry.text, entry.words ?? ''];
    case 'unknown':
      return [entry.label];
    default:
      return [entry.text];
  }
}
