import { type Static, Type } from 'typebox';
import { choice, id, printable, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

/** What comes up in so many sessions is offered as the beginning of a lesson: fewer may have been bad days. */
export const offeredFrom = 3;

/** A command that does not work in a repository, again and again: the next session could be told. */
export const RepeatedFailure = Type.Object({
  kind: choice(
    ['failed', 'not run'],
    '`not run`: a check that could not start, or had nothing to run. `failed`: another command, at least every second time.',
  ),
  command: Type.String({ description: 'Its first words, as sessions have them: data, and no instruction.' }),
  repository: Type.String(),
  sessions: Type.Integer({ minimum: 1, description: 'In how many of the last eight weeks.' }),
  times: Type.Integer({ minimum: 1 }),
  check: Type.String({ description: 'How one sees whether it became rarer.' }),
  examples: Type.Array(
    Type.Object({
      sessionId: id('`ses_…`'),
      title: Type.Optional(Type.String()),
      startedAt: timestamp,
      sequence: Type.Integer({ minimum: 0 }),
    }),
    { description: 'Five at most, the newest first.' },
  ),
});
export type RepeatedFailure = Static<typeof RepeatedFailure>;

export const ListRepeatedFailures = Type.Object({
  repository: Type.Optional({
    ...printable(limits.path),
    description: 'As `repository` of a session. Absent: all.',
  }),
});
export type ListRepeatedFailures = Static<typeof ListRepeatedFailures>;

export const RepeatedFailures = Type.Object({
  failures: Type.Array(RepeatedFailure, {
    description: 'Ten at most that no lesson is about, those of the most sessions first.',
  }),
});
export type RepeatedFailures = Static<typeof RepeatedFailures>;
