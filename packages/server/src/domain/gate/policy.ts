import { DebriefError, type GatePolicy, type GatePolicyAnswer } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { normaliseRemote } from '../link/repository-key.ts';

export type GateRules = Omit<GatePolicy, 'repositories'>;

/** Never fails anything by itself: a team decides that it should. */
export const usualGate: GatePolicy = {
  unreviewed: 'warn',
  openThreads: 'warn',
  highFindings: 'warn',
  unknownCommits: 'off',
  repositories: [],
};

const rulesOf = ({ unreviewed, openThreads, highFindings, unknownCommits }: GateRules): GateRules => ({
  unreviewed,
  openThreads,
  highFindings,
  unknownCommits,
});

export const gateRulesFor = (policy: GatePolicy, repository: string | undefined): GateRules =>
  rulesOf(policy.repositories.find((one) => one.repository === repository) ?? policy);

export async function getGatePolicy(
  { store }: Context,
  { organizationId }: MemberActor,
): Promise<GatePolicyAnswer> {
  return { policy: (await store.gate.policy(organizationId)) ?? usualGate };
}

export async function setGatePolicy(
  context: Context,
  actor: MemberActor,
  input: GatePolicy,
): Promise<GatePolicyAnswer> {
  const repositories = input.repositories.map((one) => ({
    repository: normaliseRemote(one.repository) ?? one.repository,
    ...rulesOf(one),
  }));
  if (new Set(repositories.map(({ repository }) => repository)).size < repositories.length) {
    throw new DebriefError('validation_error', 'repositories names a repository twice.');
  }
  const policy: GatePolicy = { ...rulesOf(input), repositories };
  const { organizationId, userId } = actor;
  await context.store.gate.setPolicy(organizationId, policy, { by: userId, at: context.clock() });
  await recordDeed(context, actor, 'gate_policy_changed', organizationId);
  return { policy };
}
