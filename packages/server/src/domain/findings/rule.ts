import type { Rule, RuleList } from '@debrief/contract';
import { ruleCatalog, teamRulePrefix } from '@debrief/findings';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { teamCheck } from './known-rule.ts';
import { isDemoted, readPolicy } from './policy.ts';

const teamFamily = 'Rules of your team';
/** What is known of a rule before anything was found. */
type Known = Pick<Rule, 'rule' | 'family' | 'title' | 'means' | 'check' | 'usualSeverity'>;

const recent = 30 * 24 * 60 * 60_000;
const none = { confirmed: 0, expected: 0, wrong: 0 };

export async function listRules(context: Context, actor: MemberActor): Promise<RuleList> {
  const { organizationId } = actor;
  const fired = new Map(
    (await context.store.judgement.fired(organizationId, context.clock() - recent)).map((one) => [
      one.rule,
      one,
    ]),
  );
  const decided = new Map(
    (await context.store.finding.decisions(organizationId)).map((one) => [one.rule, one]),
  );
  const led = await context.store.finding.confirmedSessions(organizationId);
  const counted = new Map(
    (await context.store.finding.counted(organizationId)).map((one) => [one.rule, one]),
  );
  const policies = await context.store.finding.policies(organizationId);
  const texts = policies.map(({ repoRoot, body }) => ({ repoRoot, ...readPolicy(body) }));
  const { rules } = texts.find(({ repoRoot }) => repoRoot === '') ?? readPolicy('{}');
  const teams = new Map(texts.flatMap(({ teamRules }) => teamRules).map((rule) => [rule.name, rule]));
  const known: Known[] = [
    ...[...teams.values()].map(({ name, title, text, severity }) => ({
      rule: `${teamRulePrefix}${name}`,
      ...{ family: teamFamily, title, means: text, check: teamCheck, usualSeverity: severity },
    })),
    ...Object.entries(ruleCatalog).map(([rule, { severity, ...info }]) => ({
      rule,
      ...info,
      usualSeverity: severity,
    })),
  ];
  return {
    rules: known.map((info): Rule => {
      const { rule, usualSeverity } = info;
      const { confirmed, expected, wrong } = decided.get(rule) ?? none;
      const wanted = Object.hasOwn(rules, rule) ? rules[rule] : undefined;
      const people = counted.get(rule);
      const demoted = people !== undefined && isDemoted(people);
      return {
        ...info,
        severity: wanted ?? (demoted ? 'low' : usualSeverity),
        isDemoted: demoted && wanted === undefined,
        sessions: fired.get(rule)?.sessions ?? 0,
        findings: fired.get(rule)?.findings ?? 0,
        recentSessions: fired.get(rule)?.recent ?? 0,
        decisions: { confirmed, expected, wrong },
        confirmedSessions: led.get(rule) ?? 0,
      };
    }),
    confirmedSessions: led.get('') ?? 0,
  };
}
