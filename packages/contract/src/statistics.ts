import { type Static, Type } from 'typebox';
import { choice, timestamp } from './field.ts';

const count = Type.Integer({ minimum: 0 });

export const SessionLeak = Type.Object({
  rule: Type.String({ description: 'The rule of packages/redaction that matched.' }),
  count: Type.Integer({ minimum: 1 }),
});
export type SessionLeak = Static<typeof SessionLeak>;

/** As long as this after its last event a session counts as running. */
export const runningMilliseconds = 5 * 60_000;

export const endedOutcomes = ['finished', 'handed over', 'abandoned', 'failed', 'cannot be told'] as const;

/** How a session ended. */
export const OutcomeKind = choice(
  ['running', ...endedOutcomes],
  '`running`: events came in the last five minutes. `handed over`: it stopped where a person has to go on. `abandoned`: a person left it. `cannot be told`: the record does not show it.',
);
export type OutcomeKind = Static<typeof OutcomeKind>;

/** How a session can have ended; what it is filtered by. */
export const EndedOutcome = choice(endedOutcomes);
export type EndedOutcome = Static<typeof EndedOutcome>;

/** Extension: what was derived from a session's events. Absent until looked at; may lag behind `eventCount`. */
export const SessionStatistics = Type.Object(
  {
    foldedTo: Type.Integer({ minimum: 0, description: 'The last sequence that is counted here.' }),
    title: Type.Optional(
      Type.String({
        description:
          "What to call it: the title somebody gave it, the agent's own, the heading of its plan, or the first sentence of the first prompt.",
      }),
    ),
    prompts: count,
    tools: count,
    errors: count,
    denials: count,
    edits: Type.Integer({ minimum: 0, description: 'Changes of files, also several of one.' }),
    material: Type.Integer({
      minimum: 0,
      description: 'The last sequence that matters to a review: anything but bookkeeping.',
    }),
    tokens: Type.Object({
      input: count,
      output: count,
      cacheRead: count,
      cacheWrite: count,
      total: count,
    }),
    costUsd: Type.Optional(Type.Number({ description: 'What the agent recorded, else list prices.' })),
    costIsPartial: Type.Boolean({ description: 'Some model has no known price.' }),
    recordedUsd: Type.Optional(
      Type.Number({
        description: 'What the records state as cost, by the agent or its vendor; a part of `costUsd`.',
      }),
    ),
    recordedAtListUsd: Type.Optional(
      Type.Number({ description: 'The same requests at list price; absent where one of them has none.' }),
    ),
    credits: Type.Optional(
      Type.Object(
        { amount: Type.Number({ minimum: 0 }), unit: Type.String() },
        { description: 'What the vendor counts instead of dollars.' },
      ),
    ),
    unpriced: Type.Optional(
      Type.Array(Type.Object({ model: Type.String(), reason: Type.String() }), {
        description: 'Models without a price, and why.',
      }),
    ),
    elsewhere: Type.Optional(
      Type.Object(
        {
          tokens: count,
          costUsd: Type.Number({ minimum: 0 }),
          requests: count,
          sessions: Type.Array(Type.String(), { description: 'Those with the most of them first.' }),
        },
        {
          description:
            'Requests that are in these records and count in another session, because it had them first: of forks, of what was resumed or continued. `tokens` and `costUsd` above are without them.',
        },
      ),
    ),
    models: Type.Array(Type.String()),
    files: Type.Integer({ minimum: 0, description: 'Files changed.' }),
    linesAdded: count,
    linesRemoved: count,
    startedAt: Type.Optional(timestamp),
    endedAt: Type.Optional(timestamp),
    outcome: Type.Optional(
      Type.Object(
        { kind: OutcomeKind, reason: Type.String() },
        { description: 'How it ended, by its records alone: of a session that is running, how it stands.' },
      ),
    ),
    activeMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Time in which somebody was at work; absent where the records have no times.',
      }),
    ),
    pendingParts: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Events that are parts of records whose other parts have not arrived. Absent when none is.',
      }),
    ),
    leaks: Type.Optional(
      Type.Array(SessionLeak, {
        description:
          'What looks like a secret that was sent unredacted. Only for admins and owners; absent when nothing was found.',
      }),
    ),
  },
  { description: 'Extension. Times are by the clock of the machine the agent ran on.' },
);
export type SessionStatistics = Static<typeof SessionStatistics>;
