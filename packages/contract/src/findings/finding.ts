import { type Static, Type } from 'typebox';
import { choice, id, text, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

export const Severity = choice(['high', 'medium', 'low']);
export type Severity = Static<typeof Severity>;

/** What a person decided about a finding. */
export const Verdict = choice(
  ['confirmed', 'expected', 'wrong'],
  '`confirmed`: it needs work. `expected`: it happened and is fine. `wrong`: it did not happen as the rule says.',
);
export type Verdict = Static<typeof Verdict>;

const count = Type.Integer({ minimum: 0 });

/** Extension: on session records. Findings that somebody called wrong or expected do not count. */
export const FindingsSummary = Type.Object({
  high: count,
  medium: count,
  low: count,
  top: Type.Array(
    Type.Object({ rule: Type.String(), severity: Severity, sequence: count, title: Type.String() }),
    { description: 'The most severe, one of each rule, three at most.' },
  ),
});
export type FindingsSummary = Static<typeof FindingsSummary>;

export const Evidence = Type.Object({ sequence: count, label: Type.String() });
export type Evidence = Static<typeof Evidence>;

export const Disposition = Type.Object({
  verdict: Verdict,
  note: Type.Optional(Type.String()),
  decidedBy: id('`usr_…`'),
  decidedAt: timestamp,
});
export type Disposition = Static<typeof Disposition>;

export const Finding = Type.Object({
  findingId: Type.String({ description: '`{rule}.{sequence}`; a rebuild does not change it.' }),
  rule: Type.String(),
  severity: Severity,
  title: Type.String(),
  why: Type.String({ description: 'One sentence that names what happened.' }),
  means: Type.String({ description: 'What the rule looks for.' }),
  check: Type.String({ description: 'What to check.' }),
  sequence: count,
  sequences: Type.Array(count, { description: 'Everywhere it happened, fifty at most.' }),
  lane: Type.Optional(Type.String({ description: 'The sub-agent that did it.' })),
  evidence: Type.Array(Evidence),
  facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  disposition: Type.Optional(Disposition),
});
export type Finding = Static<typeof Finding>;

export const Support = choice(
  ['supported', 'contradicted', 'edited', 'none', 'partly', 'not-run', 'unreadable'],
  'What the session shows about a claim: a run that passed; one that failed; edits since the run; no run; a run of a part; a run that could not start; a run whose result cannot be read.',
);
export type Support = Static<typeof Support>;

/** The run that a claim rests on, or that speaks against it. */
export const RunEvidence = Type.Object({
  sequence: count,
  command: Type.String(),
  result: choice(['passed', 'failed', 'unknown', 'not run']),
  output: choice(
    ['whole', 'cut', 'away', 'file', 'running', 'killed'],
    'How much of its output the record has. Only a whole one proves a pass.',
  ),
  from: choice(['session', 'hook', 'subagent', 'pasted', 'ci']),
  scope: choice(['all', 'part']),
  suite: Type.Optional(Type.String({ description: 'The filter, file or package that makes it a part.' })),
  edits: Type.Integer({ minimum: 0, description: 'Edits since that may change what it says.' }),
  passed: Type.Optional(count),
  failed: Type.Optional(count),
  looksPassed: Type.Optional(
    Type.Literal(true, { description: 'Not proven, and what is shown of it says that it passed.' }),
  ),
  exitCode: Type.Optional(
    Type.Integer({ description: 'Of a run whose result is not known, where it is not 0.' }),
  ),
});
export type RunEvidence = Static<typeof RunEvidence>;

/** A statement of the agent about its checks, held against what ran. */
export const CheckedClaim = Type.Object({
  sequence: count,
  of: choice(['tests', 'build', 'lint', 'types']),
  about: choice(
    ['pass', 'dismissal'],
    '`pass`: checks pass. `dismissal`: a failure is called pre-existing, unrelated or flaky.',
  ),
  text: Type.String(),
  support: Support,
  run: Type.Optional(RunEvidence),
  evidence: Type.Array(Evidence),
  numbers: Type.Optional(Type.Object({ claimed: count, printed: count })),
  gap: Type.Optional(
    Type.Object(
      {
        severity: Type.Optional(Severity),
        because: Type.String({
          description: 'Goes behind “run #3”: “shows nothing of “Windows”: `npm test`”.',
        }),
      },
      {
        description:
          'What is said, and the run that passed does not bear out. Without a severity it makes no finding.',
      },
    ),
  ),
});
export type CheckedClaim = Static<typeof CheckedClaim>;

/** Where a person stepped in. Navigation, not risk. */
export const Intervention = Type.Object({
  sequence: count,
  lane: Type.Optional(Type.String()),
  what: choice(['denied', 'interrupted', 'corrected', 'plan sent back', 'mode changed']),
  words: Type.Optional(Type.String({ description: 'What the person wrote with it, or next.' })),
  wordsAt: Type.Optional(count),
});
export type Intervention = Static<typeof Intervention>;

export const SessionFindings = Type.Object({
  version: Type.Integer({ description: 'Raised when the rules change.' }),
  foldedTo: count,
  eventCount: count,
  isCurrent: Type.Boolean({ description: 'False while the newest events have not been looked at.' }),
  findings: Type.Array(Finding),
  claims: Type.Array(CheckedClaim),
  interventions: Type.Array(Intervention),
  notJudged: Type.Array(Type.Object({ what: Type.String(), because: Type.String() }), {
    description: "What the session's records do not let anybody judge. Nothing found there means nothing.",
  }),
});
export type SessionFindings = Static<typeof SessionFindings>;

export const DecideFinding = Type.Object({
  verdict: Verdict,
  note: Type.Optional(text(limits.findingNote)),
});
export type DecideFinding = Static<typeof DecideFinding>;

export const Rule = Type.Object({
  rule: Type.String(),
  family: Type.String(),
  title: Type.String(),
  means: Type.String(),
  check: Type.String(),
  severity: Type.Union([Severity, Type.Literal('off')], {
    description: 'The highest it gives here, under the policy of the organization.',
  }),
  usualSeverity: Severity,
  isDemoted: Type.Boolean({
    description: 'Low by itself: people called more than 30 % of at least 30 decided findings wrong.',
  }),
  sessions: count,
  findings: count,
  recentSessions: Type.Integer({ minimum: 0, description: 'Those that began in the last 30 days.' }),
  decisions: Type.Object({ confirmed: count, expected: count, wrong: count }),
  confirmedSessions: Type.Integer({
    minimum: 0,
    description: 'Sessions in which somebody confirmed a finding of this rule.',
  }),
});
export type Rule = Static<typeof Rule>;

export const RuleList = Type.Object({
  rules: Type.Array(Rule),
  confirmedSessions: Type.Integer({
    minimum: 0,
    description: 'Sessions in which somebody confirmed a finding, of whatever rule.',
  }),
});
export type RuleList = Static<typeof RuleList>;
