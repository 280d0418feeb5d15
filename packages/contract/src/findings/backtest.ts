import { type Static, Type } from 'typebox';
import { choice, id, printable } from '../field.ts';
import { limits } from '../limits.ts';
import { Severity } from './finding.ts';
import { TeamRule } from './policy.ts';

const count = Type.Integer({ minimum: 0 });

/** What is to be tried on the sessions that are there: one rule of the team's own, or another severity of a rule. */
export const BacktestRequest = Type.Object({
  teamRule: Type.Optional(TeamRule),
  change: Type.Optional(
    Type.Object({
      rule: printable(limits.findingsPolicyItem),
      severity: choice(['high', 'medium', 'low', 'off']),
    }),
  ),
  repoRoot: Type.Optional(printable(limits.path)),
});
export type BacktestRequest = Static<typeof BacktestRequest>;

export const Backtest = Type.Object({
  sessions: Type.Integer({ minimum: 0, description: 'How many were looked at, newest first.' }),
  isWhole: Type.Boolean({ description: 'False when there are more: time or their number ended it.' }),
  flagged: Type.Integer({ minimum: 0, description: 'Sessions in which it speaks.' }),
  examples: Type.Array(
    Type.Object({
      sessionId: id('`ses_…`'),
      title: Type.Optional(Type.String()),
      sequence: count,
      label: Type.String({ description: 'What is to be seen there.' }),
      severity: Severity,
    }),
    { description: 'Ten at most, newest first.' },
  ),
  decided: Type.Object(
    { confirmed: count, dismissed: count, undecided: count },
    {
      description:
        'Of the flagged sessions: those with a finding that somebody confirmed; those where people only called findings expected or wrong; those where nobody decided anything. For a rule that exists, its own findings alone count.',
    },
  ),
});
export type Backtest = Static<typeof Backtest>;
