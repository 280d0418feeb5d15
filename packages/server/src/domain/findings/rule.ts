import type { Rule, RuleList } from '@debrief/contract';
import { ruleCatalog } from '@debrief/findings';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { isDemoted, readPolicy } from './policy.ts';

const none = { confirmed: 0, expected: 0, wrong: 0 };

export async function listRules(context: Context, actor: MemberActor): Promise<RuleList> {
  const { organizationId } = actor;
  const fired = new Map((await context.store.judgement.fired(organizationId)).map((one) => [one.rule, one]));
  const decided = new Map(
    (await context.store.finding.decisions(organizationId)).map((one) => [one.rule, one]),
  );
  const policies = await context.store.finding.policies(organizationId);
  const body = policies.find(({ repoRoot }) => repoRoot === '')?.body;
  const { rules } = readPolicy(body ?? '{}');
  return {
    rules: Object.entries(ruleCatalog).map(([rule, info]): Rule => {
      const { confirmed, expected, wrong } = decided.get(rule) ?? none;
      const wanted = Object.hasOwn(rules, rule) ? rules[rule] : undefined;
      const demoted = isDemoted({ decisions: confirmed + expected + wrong, wrong });
      return {
        rule,
        family: info.family,
        title: info.title,
        means: info.means,
        check: info.check,
        severity: wanted ?? (demoted ? 'low' : info.severity),
        usualSeverity: info.severity,
        isDemoted: demoted && wanted === undefined,
        sessions: fired.get(rule)?.sessions ?? 0,
        findings: fired.get(rule)?.findings ?? 0,
        decisions: { confirmed, expected, wrong },
      };
    }),
  };
}
