import { type Static, Type } from 'typebox';
import { choice, instant, printable, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

const count = Type.Integer({ minimum: 0 });

export const GetInsights = Type.Object({
  from: Type.Optional({
    ...instant,
    description: 'The week it is in comes first; default: twelve weeks back.',
  }),
  to: Type.Optional({
    ...instant,
    description: 'Up to the week it is in, which is not shown; default, and at most: the week that runs.',
  }),
  repository: Type.Optional({
    ...printable(limits.remote + limits.path),
    description: 'Only sessions of it, as the list names it.',
  }),
  agentId: Type.Optional({ ...printable(64), description: 'Only sessions of this agent.' }),
  of: Type.Optional(choice(['team', 'me'], '`me`: only the own sessions of the caller; default `team`.')),
});
export type GetInsights = Static<typeof GetInsights>;

/** What was found, by family; what the team wrote itself is apart. */
export const FoundByFamily = Type.Object({
  losing: count,
  controls: count,
  truth: count,
  secrets: count,
  nowhere: count,
  team: count,
});
export type FoundByFamily = Static<typeof FoundByFamily>;

/** Of the record, which every member sees. */
export const RecordFigures = Type.Object({
  sessions: count,
  tokens: count,
  costUsd: Type.Number({ minimum: 0 }),
  unpriced: Type.Integer({ minimum: 0, description: 'Sessions of which not everything has a price.' }),
  prompts: count,
  refused: Type.Integer({ minimum: 0, description: 'Calls that a person or a rule of the agent refused.' }),
  edits: Type.Integer({ minimum: 0, description: 'Changes of files.' }),
  activeMs: Type.Integer({ minimum: 0, description: 'Time in which somebody or something was at work.' }),
  findings: FoundByFamily,
  confirmed: Type.Integer({ minimum: 0, description: 'Findings of these that people confirmed.' }),
  setAside: Type.Integer({
    minimum: 0,
    description: 'Findings of these that people called expected or wrong.',
  }),
  loops: Type.Integer({
    minimum: 0,
    description: 'Findings of these that say that the agent went in circles.',
  }),
});
export type RecordFigures = Static<typeof RecordFigures>;

const hours = (n: number) => Type.Integer({ minimum: 0, description: `Within ${n} hours.` });

/** How long sessions waited until somebody judged them, each in one. */
export const WaitedFigures = Type.Object({
  h1: hours(1),
  h4: hours(4),
  h8: hours(8),
  h24: hours(24),
  h48: hours(48),
  h72: hours(72),
  h168: hours(168),
  longer: count,
});
export type WaitedFigures = Static<typeof WaitedFigures>;

/** Of the content; only of sessions that every member may read. */
export const ContentFigures = Type.Object({
  sessions: count,
  reviewed: Type.Integer({
    minimum: 0,
    description: 'Sessions that somebody other than the author accepted or asked a follow-up to.',
  }),
  waited: WaitedFigures,
  followUps: Type.Integer({ minimum: 0, description: 'Sessions with a follow-up that is open now.' }),
  openThreads: Type.Integer({ minimum: 0, description: 'Threads that are open now.' }),
  claims: Type.Object(
    { supported: count, edited: count, none: count, contradicted: count, other: count },
    { description: 'As `support` of a claim; `other`: partly, not run, unreadable.' },
  ),
  coded: Type.Integer({ minimum: 0, description: 'Sessions that are over and changed files.' }),
  tested: Type.Integer({
    minimum: 0,
    description: 'Of `coded` those whose tests ran, and nothing that matters to them was changed afterwards.',
  }),
  red: Type.Integer({ minimum: 0, description: 'Sessions that ended as `failed`.' }),
  interrupted: count,
  corrected: count,
  compactions: count,
});
export type ContentFigures = Static<typeof ContentFigures>;

export const InsightWeek = Type.Object({
  from: timestamp,
  record: Type.Optional({
    ...RecordFigures,
    description: 'Absent: no sessions, or those of too few people.',
  }),
  isWhole: Type.Boolean({
    description:
      'False: some sessions that were asked for are not counted, because they are of too few people.',
  }),
  content: Type.Optional({
    ...ContentFigures,
    description: 'Absent where the sessions that every member may read are of too few people.',
  }),
});
export type InsightWeek = Static<typeof InsightWeek>;

export const Insights = Type.Object({
  of: choice(['team', 'me']),
  leastAuthors: Type.Integer({ description: 'Nothing is shown of fewer people than these.' }),
  weeks: Type.Array(InsightWeek, {
    description: 'Oldest first; each begins on a Monday, UTC. The week that runs is not there.',
  }),
  agents: Type.Array(
    Type.Object({
      agentId: Type.String(),
      sessions: Type.Array(Type.Union([count, Type.Null()]), {
        description: 'For each week; null: of too few people.',
      }),
    }),
    { description: 'By name.' },
  ),
  repositories: Type.Array(Type.Object({ repository: Type.String(), sessions: count }), {
    description:
      'Those with sessions of enough people, most sessions first; fifty at most. Without `repository` only.',
  }),
});
export type Insights = Static<typeof Insights>;
