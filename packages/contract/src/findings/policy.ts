import { type Static, Type } from 'typebox';
import { choice, printable } from '../field.ts';
import { limits } from '../limits.ts';
import { Severity } from './finding.ts';

const list = (description: string) =>
  Type.Array(printable(limits.findingsPolicyItem), { maxItems: limits.findingsPolicyItems, description });

/** A rule that a team wrote itself, as data. */
export const TeamRule = Type.Object({
  name: Type.String({
    pattern: '^[a-z][a-z-]{0,39}$',
    description: 'Small letters and hyphens; its findings have the rule `team.{name}`.',
  }),
  title: printable(limits.teamRuleTitle),
  /** `when commit unless ran "make lint" since the last edit`; docs/findings.md has all forms. */
  text: printable(limits.teamRuleText),
  severity: Severity,
  /** What a finding says. */
  sentence: printable(limits.teamRuleSentence),
  isOn: Type.Boolean(),
});
export type TeamRule = Static<typeof TeamRule>;

/** What a team says about itself, so that findings fit it. Lists, no expressions. */
export const FindingsRules = Type.Object({
  guardedPaths: list('Files nobody changes lightly: names, or folders ending in `/`.'),
  guardedBranches: list('Branches that only people push to; `release/*` stands for all below `release/`.'),
  trustedHosts: list('Hosts that sessions may send data to, with everything below them.'),
  testCommands: list("The team's own commands that run its tests, such as `./ci.sh test`."),
  rules: Type.Record(Type.String(), choice(['high', 'medium', 'low', 'off']), {
    description: 'Rules at another severity, or switched off.',
  }),
  teamRules: Type.Optional(
    Type.Array(TeamRule, {
      maxItems: limits.teamRules,
      description: "The team's own rules. Left out of a request, they stay as they are.",
    }),
  ),
});
export type FindingsRules = Static<typeof FindingsRules>;

/** A repository adds to the lists of the organization; what it says about a rule goes first. */
export const FindingsPolicy = Type.Object({
  ...FindingsRules.properties,
  repositories: Type.Array(Type.Object({ repoRoot: printable(limits.path), ...FindingsRules.properties }), {
    maxItems: limits.findingsPolicyRepositories,
  }),
});
export type FindingsPolicy = Static<typeof FindingsPolicy>;

export const FindingsPolicyAnswer = Type.Object({ policy: FindingsPolicy });
export type FindingsPolicyAnswer = Static<typeof FindingsPolicyAnswer>;
