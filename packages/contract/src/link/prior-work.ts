import { type Static, Type } from 'typebox';
import { id, printable, several } from '../field.ts';
import { limits } from '../limits.ts';
import { OutcomeKind } from '../statistics.ts';
import { sha } from './commit.ts';
import { LinkedSession } from './link.ts';

const sequence = Type.Integer({ minimum: 0 });

/** What is about to be changed. */
export const FindPriorWork = Type.Object({
  file: several(
    printable(limits.path),
    'Repeatable: a file that is about to be changed, relative to the repository.',
  ),
  repository: Type.Optional({
    ...printable(limits.remote + limits.path),
    description: 'Only sessions of this repository, as sessions name it.',
  }),
  remote: Type.Optional({
    ...printable(limits.remote),
    description: 'The remote of the repository as git has it; comes before `repository`.',
  }),
  line: Type.Optional(
    several(
      Type.String({ pattern: '^\\d{1,10}$' }),
      'Repeatable: CRC-32 of a trimmed line that is about to be changed, as a decimal number.',
    ),
  ),
  before: Type.Optional({
    ...id('`ses_…`'),
    description: 'Only sessions that began before this one.',
  }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'Default 5.' })),
});
export type FindPriorWork = Static<typeof FindPriorWork>;

export const PriorSession = Type.Object({
  session: LinkedSession,
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      sequence: Type.Optional({ ...sequence, description: 'The first event that changed it.' }),
      lines: Type.Integer({ minimum: 0, description: 'Lines that its commits added to the file.' }),
      commits: Type.Array(sha, { description: 'The newest five.' }),
    }),
    { description: 'Which of the files it changed.' },
  ),
  linesWritten: Type.Integer({
    minimum: 0,
    description: 'How many of the lines that are about to be changed it wrote.',
  }),
  asked: Type.Optional(Type.Object({ sequence, text: Type.String() })),
  outcome: Type.Optional(
    Type.Object({
      kind: OutcomeKind,
      reason: Type.String({ description: 'In words.' }),
      sequence: Type.Optional(sequence),
    }),
  ),
  failed: Type.Array(Type.Object({ sequence, text: Type.String() }), {
    description: 'Checks that had failed at its end, and its gravest findings; at most five.',
  }),
  said: Type.Array(
    Type.Object({
      threadId: id('`thr_…`'),
      sequence: Type.Optional(sequence),
      isOpen: Type.Boolean(),
      text: Type.String({ description: 'The first words of the thread, at most 200 characters.' }),
    }),
    { description: 'What reviewers said of it, what is open first; at most three.' },
  ),
  commitsSince: Type.Integer({
    minimum: 0,
    description: 'Known commits that changed one of these files after the session, and are not its own.',
  }),
});
export type PriorSession = Static<typeof PriorSession>;

export const PriorWork = Type.Object({
  sessions: Type.Array(PriorSession, { description: 'What matters most first.' }),
  total: Type.Integer({ minimum: 0, description: 'Sessions that changed one of these files.' }),
});
export type PriorWork = Static<typeof PriorWork>;
