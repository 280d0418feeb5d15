import {
  DebriefError,
  type FindingsPolicy,
  type FindingsPolicyAnswer,
  type FindingsRules,
  type TeamRule,
} from '@debrief/contract';
import { type FindingPolicy, parseTeamRule, TeamRuleFault } from '@debrief/findings';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { judgeAgain } from './again.ts';
import { ruleInfo } from './known-rule.ts';
import { readPolicy } from './policy.ts';

const presented = (policy: FindingPolicy): FindingsRules & { teamRules: TeamRule[] } => ({
  guardedPaths: [...policy.guardedPaths],
  guardedBranches: [...policy.guardedBranches],
  trustedHosts: [...policy.trustedHosts],
  testCommands: [...policy.testCommands],
  rules: { ...policy.rules },
  teamRules: [...policy.teamRules],
});

export async function getFindingsPolicy(context: Context, actor: MemberActor): Promise<FindingsPolicyAnswer> {
  const stored = await context.store.finding.policies(actor.organizationId);
  const own = stored.find(({ repoRoot }) => repoRoot === '');
  return {
    policy: {
      ...presented(readPolicy(own?.body ?? '{}')),
      repositories: stored
        .filter(({ repoRoot }) => repoRoot !== '')
        .map(({ repoRoot, body }) => ({ repoRoot, ...presented(readPolicy(body)) })),
    },
  };
}

function checked(
  name: string,
  { rules, teamRules, ...lists }: FindingsRules,
  before: FindingPolicy,
): FindingPolicy {
  const unknown = Object.keys(rules).find((rule) => !ruleInfo(rule));
  if (unknown !== undefined)
    throw new DebriefError('validation_error', `${name}rules: there is no rule of that name.`);
  const own = teamRules ?? before.teamRules;
  for (const [index, rule] of own.entries()) {
    const at = `${name}teamRules.${index}`;
    if (own.findIndex((one) => one.name === rule.name) !== index)
      throw new DebriefError('validation_error', `${at}.name: another rule has this name.`);
    readTeamRule(rule, at);
  }
  return { ...lists, rules, teamRules: own };
}

/** Refuses a text that nobody could evaluate, in words for whoever wrote it. */
export function readTeamRule({ text }: TeamRule, at: string): void {
  try {
    parseTeamRule(text);
  } catch (error) {
    if (!(error instanceof TeamRuleFault)) throw error;
    throw new DebriefError('validation_error', `${at}.text, character ${error.at + 1}: ${error.message}`);
  }
}

/** Sessions are judged again by what was read of them; the records are not read a second time. */
export async function setFindingsPolicy(
  context: Context,
  actor: MemberActor,
  input: FindingsPolicy,
): Promise<FindingsPolicyAnswer> {
  const { repositories, ...own } = input;
  const roots = repositories.map(({ repoRoot }) => repoRoot);
  if (new Set(roots).size !== roots.length)
    throw new DebriefError('validation_error', 'repositories: a repository is listed twice.');
  const { organizationId, userId } = actor;
  const stored = await context.store.finding.policies(organizationId);
  const before = (root: string) => readPolicy(stored.find(({ repoRoot }) => repoRoot === root)?.body ?? '{}');
  const at = { organizationId, updatedBy: userId, updatedAt: context.clock() };
  await context.store.finding.setPolicies(organizationId, [
    { ...at, repoRoot: '', body: JSON.stringify(presented(checked('', own, before('')))) },
    ...repositories.map(({ repoRoot, ...rules }, index) => ({
      ...at,
      repoRoot,
      body: JSON.stringify(presented(checked(`repositories.${index}.`, rules, before(repoRoot)))),
    })),
  ]);
  await recordDeed(context, actor, 'findings_policy_changed', organizationId);
  await judgeAgain(context, { organizationId }, true);
  return getFindingsPolicy(context, actor);
}
