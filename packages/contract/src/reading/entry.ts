import { type Static, type TProperties, Type } from 'typebox';
import { choice } from '../field.ts';
import { count } from './reading.ts';

/**
 * An entry as packages/transcript makes it. Nothing else of a record is shown: what an agent wrote in its own shape
 * stands in `input`, `data` and `raw` alone.
 */

const text = Type.String();
const words = Type.Optional(text);
const mark = Type.Optional(Type.Literal(true));

const base = {
  id: Type.String({ description: 'Sequence and running number, such as `412.1`; stable.' }),
  sequences: Type.Array(Type.Integer({ minimum: 1 })),
  at: words,
  lane: words,
  model: words,
  retracted: mark,
  clipped: Type.Optional(
    Type.Record(Type.String(), count, {
      description: 'Fields that were cut, and the characters each of them has in truth.',
    }),
  ),
};

const Attachment = Type.Object({
  kind: choice(['image', 'file', 'audio']),
  mediaType: words,
  name: words,
  data: words,
});
const attachments = Type.Optional(Type.Array(Attachment));

const tool = choice([
  'shell',
  'edit',
  'write',
  'read',
  'search',
  'web',
  'todo',
  'mcp',
  'task',
  'question',
  'other',
]);

const call = {
  name: text,
  title: text,
  input: Type.Optional(Type.Unknown()),
  output: words,
  outcome: choice(['running', 'ok', 'error', 'denied', 'interrupted', 'unknown']),
  exitCode: Type.Optional(Type.Number()),
  durationMs: Type.Optional(Type.Number()),
};

const Hunk = Type.Object({
  oldStart: Type.Number(),
  oldLines: Type.Number(),
  newStart: Type.Number(),
  newLines: Type.Number(),
  lines: Type.Array(Type.String({ description: 'Begins with a space, `+` or `-`.' })),
  unsure: Type.Optional(
    Type.Array(count, {
      description: 'Places in `lines` whose white space at the beginning is not the file’s own.',
    }),
  ),
});

const ChangeSource = Type.Union([
  Type.Object({
    kind: Type.Literal('hunks'),
    hunks: Type.Array(Hunk),
    before: Type.Optional(Type.Number({ description: 'Digest of the whole file before.' })),
    after: Type.Optional(Type.Number({ description: 'Digest of the whole file after.' })),
    pairs: Type.Optional(Type.Array(Type.Array(text, { minItems: 2, maxItems: 2 }))),
    all: mark,
  }),
  Type.Object({
    kind: Type.Literal('replace'),
    pairs: Type.Array(Type.Array(text, { minItems: 2, maxItems: 2 })),
    all: mark,
  }),
  Type.Object({ kind: Type.Literal('content'), text }),
  Type.Object({
    kind: Type.Literal('patch'),
    text,
    rendered: Type.Optional(
      Type.Boolean({ description: 'Made to be looked at: its white space need not be the file’s own.' }),
    ),
  }),
  Type.Object({ kind: Type.Literal('none') }),
]);

const FileChange = Type.Object({
  path: text,
  change: choice(['add', 'update', 'delete', 'move']),
  movedTo: words,
  added: count,
  removed: count,
  source: ChangeSource,
});

const PlanItem = Type.Object({ text, status: choice(['pending', 'active', 'done', 'cancelled']) });

const Question = Type.Object({
  id: words,
  question: text,
  header: words,
  options: Type.Array(Type.Object({ label: text, description: words })),
  multiple: mark,
  chosen: Type.Array(text),
});

const kindOf = <const Kind extends string, Fields extends TProperties>(kind: Kind, fields: Fields) =>
  Type.Object({ ...base, kind: Type.Literal(kind), ...fields });

export const TranscriptEntry = Type.Union([
  kindOf('prompt', { text, origin: choice(['human', 'queued', 'command', 'agent']), attachments }),
  kindOf('reply', { text, attachments }),
  kindOf('thinking', { text, hidden: mark }),
  kindOf('tool', { ...call, tool, changes: Type.Optional(Type.Array(FileChange)), attachments }),
  kindOf('plan', { ...call, tool: Type.Literal('todo'), items: Type.Array(PlanItem), text: words }),
  // Its own entries are a lane of their own.
  kindOf('subagent', {
    ...call,
    tool: Type.Literal('task'),
    agentId: words,
    agentType: words,
    prompt: words,
    link: words,
  }),
  kindOf('compaction', {
    text,
    trigger: words,
    tokensBefore: Type.Optional(Type.Number()),
    tokensAfter: Type.Optional(Type.Number()),
  }),
  kindOf('interruption', { text }),
  kindOf('approval', { decision: choice(['requested', 'approved', 'denied', 'unknown']), text }),
  kindOf('decision', {
    ...call,
    tool,
    about: choice(['question', 'plan', 'permission', 'mode']),
    verdict: choice(['waiting', 'answered', 'approved', 'denied', 'sent-back', 'dismissed', 'switched']),
    text,
    questions: Type.Optional(Type.Array(Question)),
    words,
    mode: words,
    call: words,
  }),
  kindOf('error', { text, code: words }),
  kindOf('notice', {
    label: text,
    text,
    level: choice(['info', 'context', 'warning']),
    data: Type.Optional(Type.Unknown()),
  }),
  kindOf('unknown', { label: text, text, raw: Type.Unknown() }),
]);
export type TranscriptEntry = Static<typeof TranscriptEntry>;
