import { type Static, Type } from 'typebox';
import { choice, id, printable } from '../field.ts';
import { limits } from '../limits.ts';
import { ReviewStanding } from '../review/review.ts';
import { sha } from './commit.ts';
import { LinkStrength } from './link.ts';

const GateLevel = choice(['off', 'warn', 'fail']);

const rules = {
  unreviewed: { ...GateLevel, description: 'Sessions that nobody has accepted as they are.' },
  openThreads: { ...GateLevel, description: 'Sessions with discussions that are open.' },
  highFindings: {
    ...GateLevel,
    description: 'Sessions with findings of high severity that nobody decided about.',
  },
  unknownCommits: { ...GateLevel, description: 'Commits that no session is known of.' },
};

/** Extension: what a merge is stopped or warned for. */
export const GatePolicy = Type.Object({
  ...rules,
  repositories: Type.Array(Type.Object({ repository: printable(limits.remote), ...rules }), {
    maxItems: limits.policyRepositories,
    description: 'Those that have rules of their own.',
  }),
});
export type GatePolicy = Static<typeof GatePolicy>;

export const GatePolicyAnswer = Type.Object({ policy: GatePolicy });
export type GatePolicyAnswer = Static<typeof GatePolicyAnswer>;

export const AskGate = Type.Object({
  commits: Type.Array(sha, { minItems: 1, maxItems: limits.gateCommits, description: 'In order.' }),
  remote: Type.Optional({ ...printable(limits.remote), description: 'Of the repository, as git has it.' }),
  titles: Type.Optional(
    Type.Boolean({ description: 'Titles of sessions that the whole organization reads. Default: no.' }),
  ),
});
export type AskGate = Static<typeof AskGate>;

export const gateRules = ['unreviewed', 'openThreads', 'highFindings', 'unknownCommits'] as const;

const GateFinding = Type.Object({
  rule: Type.String(),
  title: Type.String(),
  severity: choice(['low', 'medium', 'high']),
  sequence: Type.Integer({ minimum: 0 }),
});

const GateSession = Type.Object({
  sessionId: id('`ses_…`'),
  url: Type.String(),
  title: Type.Optional(Type.String()),
  author: Type.Optional(Type.String({ description: 'The part of their address before the @.' })),
  agentId: Type.String(),
  strength: LinkStrength,
  commits: Type.Array(sha),
  review: ReviewStanding.properties.state,
  openThreads: Type.Integer({ minimum: 0 }),
  undecided: Type.Object({
    high: Type.Integer({ minimum: 0 }),
    medium: Type.Integer({ minimum: 0 }),
    low: Type.Integer({ minimum: 0 }),
  }),
  findings: Type.Array(GateFinding, { description: 'Undecided, the most severe first; at most 20.' }),
  costUsd: Type.Optional(Type.Number()),
});
export type GateSession = Static<typeof GateSession>;

export const GateAnswer = Type.Object({
  verdict: choice(['pass', 'warn', 'fail']),
  reasons: Type.Array(
    Type.Object({
      rule: choice(gateRules),
      level: choice(['warn', 'fail']),
      count: Type.Integer({ minimum: 1, description: 'Sessions, or commits.' }),
    }),
  ),
  sessions: Type.Array(GateSession),
  commits: Type.Array(
    Type.Object({
      sha,
      isKnown: Type.Boolean({ description: 'Some session led to it, more than likely.' }),
      lines: Type.Integer({ minimum: 0, description: 'Added lines that can be compared.' }),
      linesOfSessions: Type.Integer({ minimum: 0 }),
    }),
  ),
  lines: Type.Integer({ minimum: 0 }),
  linesOfSessions: Type.Integer({
    minimum: 0,
    description: 'The rest is by hand, or of sessions nobody knows.',
  }),
});
export type GateAnswer = Static<typeof GateAnswer>;
