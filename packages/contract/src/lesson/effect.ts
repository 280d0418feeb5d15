import { type Static, Type } from 'typebox';
import { AgentId } from '../agent.ts';
import { choice, id, printable, timestamp } from '../field.ts';
import { limits } from '../limits.ts';
import { GivenWay } from './session-lesson.ts';

const count = Type.Integer({ minimum: 0 });
const part = Type.Number({ minimum: 0, maximum: 1 });

/** In how many cases a check could have been kept, and in how many it was. */
export const KeptShare = Type.Object({
  sessions: Type.Integer({ minimum: 0, description: 'Those with a case.' }),
  opportunities: count,
  kept: count,
  low: {
    ...part,
    description: 'Between `low` and `high` the share lies, in 19 of 20 histories (Wilson, by session).',
  },
  high: part,
});
export type KeptShare = Static<typeof KeptShare>;

/** What became of a lesson. It names no cause that sessions do not show. */
export const LessonEffect = Type.Object({
  before: KeptShare,
  since: KeptShare,
  given: Type.Optional(KeptShare),
  notGiven: Type.Optional(KeptShare),
  verdict: choice(['too few', 'more', 'less', 'none']),
  counts: Type.String({ description: '“Kept before in 45 of 374, since in 198 of 251.”' }),
  sentence: Type.String({ description: 'What that says: “Kept far more often since.”' }),
  offer: Type.Optional(choice(['retire', 'reword'], 'It was given often, and is not shown to help.')),
});
export type LessonEffect = Static<typeof LessonEffect>;

/** A place that shows how a check came out. */
export const CheckExample = Type.Object({
  sessionId: id('`ses_…`'),
  title: Type.Optional(Type.String()),
  startedAt: timestamp,
  sequence: count,
  isKept: Type.Boolean(),
  label: Type.String({ description: 'What is to be seen there.' }),
});
export type CheckExample = Static<typeof CheckExample>;

export const TryCheck = Type.Object({
  check: {
    ...printable(limits.teamRuleText),
    description: '`when commit unless ran "make lint"`; docs/checks.md has all forms.',
  },
  repository: Type.Optional(printable(limits.path)),
  paths: Type.Optional(Type.Array(printable(limits.path), { maxItems: 20 })),
  agents: Type.Optional(Type.Array(AgentId, { maxItems: 50 })),
  since: Type.Optional({ ...timestamp, description: 'A day to compare before and since.' }),
});
export type TryCheck = Static<typeof TryCheck>;

const examples = Type.Array(CheckExample, {
  description: 'Five at most that were kept and five that were not, newest session first.',
});
const looked = {
  sessions: Type.Integer({ minimum: 0, description: 'How many were looked at, newest first.' }),
  isWhole: Type.Boolean({ description: 'False when there are more: time or their number ended it.' }),
};

export const TriedCheck = Type.Object({
  ...looked,
  check: Type.String({ description: 'As it was read.' }),
  kept: KeptShare,
  effect: Type.Optional(LessonEffect),
  examples,
});
export type TriedCheck = Static<typeof TriedCheck>;

export const ListLessonEffects = Type.Object({
  repository: Type.Optional({
    ...printable(limits.remote),
    description: 'Those of this repository alone. Absent: those that are for all.',
  }),
});
export type ListLessonEffects = Static<typeof ListLessonEffects>;

export const LessonEffects = Type.Object({
  ...looked,
  effects: Type.Array(
    Type.Object({
      lessonId: id('`les_…`'),
      check: Type.String({ description: 'As it was read.' }),
      kept: KeptShare,
      effect: Type.Optional(LessonEffect),
      examples,
      ways: Type.Array(GivenWay, { description: 'By which sessions were given it, as recorders noted.' }),
    }),
    {
      description:
        'Of those that are adopted or proposed; of what was never adopted only how often it is kept.',
    },
  ),
});
export type LessonEffects = Static<typeof LessonEffects>;

/** A sentence of a file of instructions that sessions show, with a check that a person may confirm or correct. */
export const KeptRule = Type.Object({
  said: Type.String({ description: 'The sentence as it stands in the file.' }),
  check: Type.String({ description: 'How one may see in a session whether it was kept.' }),
  file: Type.String({ description: '`AGENTS.md`, `CLAUDE.md` …' }),
  line: Type.Integer({ minimum: 1, description: 'Of what the session was shown of it.' }),
  since: { ...timestamp, description: 'The day it came.' },
  datedBy: choice(
    ['commit', 'session'],
    'The first known commit that added the line, else the first session that shows it.',
  ),
  sha: Type.Optional(Type.String({ description: 'Of that commit.' })),
  sessionId: id('`ses_…`'),
  sequence: Type.Integer({ minimum: 0, description: 'Where the newest session that shows it does.' }),
  shown: Type.Integer({ minimum: 1, description: 'Sessions that show it.' }),
  effect: LessonEffect,
  examples,
});
export type KeptRule = Static<typeof KeptRule>;

export const KeptRules = Type.Object({
  ...looked,
  rules: Type.Array(KeptRule, { description: 'Forty at most; those with the most cases first.' }),
});
export type KeptRules = Static<typeof KeptRules>;
